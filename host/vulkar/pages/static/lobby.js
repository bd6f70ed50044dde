// The lobby: what went wrong is shown, and a table that was made is looked at.

window.vulkar.on("wrong", (text) => window.vulkar.wrong(text));
window.vulkar.on("made", () => {
  for (const form of document.querySelectorAll("details.new")) form.open = false;
  window.scrollTo({ top: 0 });
});
