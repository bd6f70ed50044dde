// Says when a game was by the clock and in the zone of whoever reads it.

const language = navigator.languages.find((each) => each.startsWith(window.vulkar.language)) ?? window.vulkar.language;
const clock = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

function local() {
  for (const time of document.querySelectorAll("time[datetime]:not([data-local])")) {
    time.dataset.local = "";
    time.textContent = clock.format(new Date(time.dateTime));
  }
}

new MutationObserver(local).observe(document.body, { childList: true, subtree: true });
local();
