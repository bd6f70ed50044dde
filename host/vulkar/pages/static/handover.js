// Whoever has said who they are sees their seat.

document.addEventListener("vulkar-done", (event) => {
  const { seat } = event.target.dataset;
  if (seat !== undefined) window.location.assign(`/seat/${seat}`);
});
