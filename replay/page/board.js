// The scoreboard: what everybody has, who is to act, what the step has changed so far, and at the end who has won.

// So many stand side by side on a phone, each on one line, whatever changes; more players than these, four.
const ACROSS = [1, 1, 2, 3, 2, 3, 3];

// More players than these have the whole width where the window is low: beside the heading they would take a line each.
const BESIDE_HEADING = 4;

// What counts, as it is written: with a decimal where it is a mean.
const NUMBER = /^[+-]?\d+(\.\d)?$/;

// A change of less than this is not said.
const WORTH_SAYING = 0.5;

function heard(text) {
  return element('span', { class: 'heard', text });
}

// By how much a number is more or less than before; nothing where something else is counted, or no number, and where an
// expectation has hardly changed.
function changed([label, value], [oldLabel, oldValue]) {
  if (label !== oldLabel || value === oldValue || !NUMBER.test(value) || !NUMBER.test(oldValue)) return '';
  const more = Math.round(10 * (Number(value) - Number(oldValue))) / 10;
  if (Math.abs(more) < WORTH_SAYING) return '';
  return more > 0 ? `+${more}` : `${more}`;
}

function stand(seat, [label, value, won], change, waits) {
  const name = record.about.players[seat - 1];
  const own = seat === record.about.seat;
  const kind = `stand${own ? ' own' : ''}${waits ? ' awaited' : ''}${won ? ' won' : ''}${change ? ' changed' : ''}`;
  const made = element('li', { class: kind, title: `${name}${label ? `: ${label} ${value}` : ''}` });
  const who = element('span', { class: 'name' });
  if (waits) who.append(element('span', { class: 'sign', 'aria-hidden': 'true', text: '▸ ' }), heard('To act: '));
  if (won) who.append(element('span', { class: 'sign', 'aria-hidden': 'true', text: '★ ' }), heard('Winner: '));
  who.append(element('bdi', { text: name }), heard(': '));
  made.append(who);
  if (label) made.append(element('span', { class: 'label', text: `${label} ` }), element('b', { text: value }));
  if (change) made.append(element('span', { class: 'change', text: change }));
  return made;
}

function drawBoard(step, before) {
  const now = record.boards[step.board || 0];
  const then = before ? record.boards[before.board || 0] : now;
  const waiting = awaitedIn(step);
  const all = now.map((one, at) => stand(at + 1, one, changed(one, then[at]), waiting.has(at + 1)));
  byId('board').replaceChildren(...all);
  byId('board').style.setProperty('--across', ACROSS[all.length] || 4);
  document.body.classList.toggle('many', all.length > BESIDE_HEADING);
}

// On a large screen each has at least so much room, in rem, and all have the same, on as few lines as that takes.
const LEAST_STAND = 7.8;

function layStands() {
  const all = byId('board').childElementCount;
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const most = Math.max(1, Math.floor(byId('board').clientWidth / (LEAST_STAND * rem)));
  byId('board').style.setProperty('--beside', Math.ceil(all / Math.ceil(all / most)));
}

const cutOff = (one) => one.querySelector('.name').scrollWidth > one.querySelector('.name').clientWidth;

// Where a name has no room, what the numbers are called gives way to it, from then on, then what changed, the size of the
// letters, and the sign.
function fitBoard() {
  layStands();
  const all = [...byId('board').children];
  for (const one of all) one.classList.remove('brief', 'plain', 'small');
  if (all.some(cutOff)) byId('board').classList.add('unlabelled');
  for (const one of all) for (const less of ['brief', 'small', 'plain']) if (cutOff(one)) one.classList.add(less);
}
