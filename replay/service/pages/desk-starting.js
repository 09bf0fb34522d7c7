// How a round starts, with real cards or dealt by the program, and its clock: told at once, or asked about first.

import { cursorOf } from './cursors.js';
import { freshKey } from './frame.js';
import { ANYWAY } from './desk-asking.js';
import { clockFields, clockIn, clockTold } from './desk-fields.js';

// Cards on the table, whether somebody records them or slips of paper bring the results.
export const REAL_CARDS = 'Start the round (real cards)';
export const REAL_CARDS_MEANT = 'Real cards: scribes record on a phone, or you enter the results from paper.';

const counted = (many) => (many === 1 ? 'one table' : `${many} tables`);

// Asks how and where a round is started; `desk` is what the desk decides by.
export function starting(desk, round, dealt = 'each', refused = '') {
  const waiting = round.tables.filter((one) => one.state === 'seated');
  desk.decides(`Start round ${round.round}`, [
    { name: 'deal', label: 'Cards', value: dealt, choices: [['each', 'the program deals, each table by itself'], ['same', 'the program deals, the same at every table'], ['written', 'real cards, recorded or with results from paper']] },
    { name: 'table', label: 'Where', choices: [['', 'every table that waits'], ...waiting.map((one) => [one.table, `table ${one.table}`])] },
    ANYWAY,
  ], (said) => [`rounds/${round.round}/start`, {
    written: said.deal === 'written', same_deal: said.deal === 'same', tables: said.table ? [Number(said.table)] : [], anyway: said.anyway,
  }, said.table ? `Table ${said.table} of round ${round.round} has started.` : `Round ${round.round} has started.`], { action: 'Start', refused });
}

// Starts every table that waits, at once; what speaks against it is asked about.
export async function startAll(desk, round, dealt, event) {
  const pressed = event.currentTarget;
  pressed.disabled = true;
  const written = dealt === 'written';
  // One key for this round as it is shown: whoever presses twice starts it once.
  const key = `start-${desk.shown().tournament}-${round.round}-${dealt}-${cursorOf(desk.known())}`;
  try {
    const answer = await desk.post(`rounds/${round.round}/start`, { written }, key, desk.known());
    const tables = round.tables.filter((one) => one.state === 'seated').length;
    const next = written ? ' Results come in from scribes, or you enter them from paper.' : '';
    desk.done([`Round ${round.round} has started at ${counted(tables)}.${next}`, ...(answer.doubts || [])].join(' '), true);
  } catch (wrong) {
    if (wrong.status === 409) await desk.again();
    if (wrong.status === 0) desk.done(wrong.message);
    else starting(desk, round, dealt, wrong.message);
  } finally {
    pressed.disabled = false;
  }
}

export function timing(desk, round) {
  const starts = desk.latest().filter((one) => round.tables.some(({ match }) => match === one.match)).map((one) => one.started_at).sort();
  const startedAt = starts.length ? new Date(starts[0]).toLocaleTimeString([], { timeStyle: 'short' }) : '';
  desk.decides(`The clock of round ${round.round}`, clockFields(round, startedAt, desk.shown().rounds.findLast((one) => one.clock)?.clock.minutes), (said) => [`rounds/${round.round}/clock`, clockIn(said), (answer) => clockTold(round, answer)], { action: 'Set it' });
}

// What a clock that runs, or stands still, is mostly told: each at one press.
export function clockButtons(desk, round, named) {
  const tell = (body) => (event) => sendAtOnce(desk, event.currentTarget, `rounds/${round.round}/clock`, body, (answer) => clockTold(round, answer));
  return [named(round.clock.since ? 'Stop the clock' : 'Let the clock run', tell({ runs: !round.clock.since })), named('5 minutes more', tell({ add: 5 }))];
}

// Sends what needs no question; a further press before the answer is none.
async function sendAtOnce(desk, pressed, what, body, told) {
  pressed.disabled = true;
  try {
    desk.done(told(await desk.post(what, body, freshKey(), desk.known())), true);
  } catch (wrong) {
    desk.done(wrong.message);
  } finally {
    pressed.disabled = false;
  }
}
