// Each player's share of the win, worked out by the service a moment after a step. It is asked for after so many milliseconds,
// again and again until it is there: `tell` gets it, and null at once, for that of an older step is never shown.
function sharesAsker(waits, tell) {
  let timer = 0;
  let turn = 0;

  async function ask(source, step, asked, own) {
    let found = {};
    try {
      const answer = await fetch(source, { cache: 'no-store' });
      if (answer.ok) found = await answer.json();
    } catch {
      // It is asked again.
    }
    if (own !== turn) return;
    if (found.shares && found.step === step) tell(found);
    else wait(source, step, asked, own);
  }

  // All who look have the step at once: they do not ask at once.
  function wait(source, step, asked, own) {
    if (asked < waits.length) timer = setTimeout(ask, waits[asked] * (1 + Math.random() / 2), source, step, asked + 1, own);
  }

  // From where that of a step is asked for; from nowhere where it is not shown.
  return (source, step) => {
    clearTimeout(timer);
    turn += 1;
    tell(null);
    if (source) wait(source, step, 0, turn);
  };
}
