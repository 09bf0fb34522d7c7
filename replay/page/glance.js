// The match at a glance: what everybody had as lines over the timeline, and what is worth a look on the way.

const ticks = document.getElementById('ticks');
const HIGH = 100;

// Rounds and marks that were reached, in the order of the steps; what is to come is not there.
function drawTicks() {
  const rounds = starts.map((step) => [step, 'round', record.steps[step].round]);
  const marks = record.glance.marks.map(([step, kind, place]) => [step, kind, markText(record.steps[step], place)]);
  const wanted = [...rounds, ...marks].filter(([step]) => isWhole(step) && (step || !rounds.length));
  const known = new Set([...ticks.children].map((tick) => tick.dataset.key));
  for (const [step, kind, text] of wanted) {
    const key = `${step} ${kind} ${text}`;
    if (!known.has(key)) ticks.append(tickOf(step, kind, text, key));
  }
  drawLines();
}

function markText({ who, took, notes }, place) {
  return place === null ? `${who} thought for ${took}.` : notes[place];
}

function tickOf(step, kind, text, key) {
  const tick = element('span', { class: kind, title: `Step ${step}: ${text}`, 'data-step': step, 'data-key': key });
  tick.style.left = `${(100 * step) / Math.max(last, 1)}%`;
  return tick;
}

// What each had up to where one has come: within a step, as the last beat of it that was reached left it.
function reachedLines() {
  const { label, lines } = record.glance;
  const board = record.boards[shot(reached, reachedBeat).board || 0];
  const inBeat = ([what, value]) => (what === label && /^-?\d+$/.test(value) ? Number(value) : null);
  return lines.map((line, seat) => (reachedBeat ? [...line.slice(0, reached), inBeat(board[seat])] : line.slice(0, reached + 1)));
}

function drawLines() {
  const shown = reachedLines();
  const values = shown.flat().filter((value) => value !== null);
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  byId('lines').replaceChildren(...shown.map((line) => lineOf(line, low, span)));
  byId('span').textContent = span ? `${record.glance.label} ${low} to ${low + span}` : '';
}

// What a player has holds until it changes; where it is not known the line breaks off.
function lineOf(line, low, span) {
  let path = '';
  line.forEach((value, step) => {
    if (value === null) return;
    const before = step ? line[step - 1] : null;
    if (before === value && step < line.length - 1) return;
    const y = HIGH - (HIGH * (value - low)) / (span || 1);
    path += before === null ? `M${step} ${y}` : `H${step}V${y}`;
  });
  const made = document.createElementNS(SVG, 'path');
  made.setAttribute('d', path);
  return made;
}

// To the next mark or the one before, wherever that is: not to rounds, which have keys of their own.
function goMark(direction) {
  const steps = record.glance.marks.map(([step]) => step);
  const next = direction > 0 ? steps.find((step) => step > at) : steps.findLast((step) => step < at);
  if (next !== undefined) go(next);
}

function goPoint(event) {
  if (event.type === 'pointermove' && !event.buttons) return;
  const frame = byId('lines').getBoundingClientRect();
  byHand(go)(Math.round((last * (event.clientX - frame.left)) / frame.width));
}

// The steps that stood here before they were taken back or put right.
function goneHere(step) {
  return (step.gone || []).map(([text, lines]) =>
    element('details', { class: 'gone' }, element('summary', { text }), ...lines.map((one) => element('p', { text: one }))));
}

function offerMarks() {
  const { lines, marks } = record.glance;
  // Where all is counted at the end alone there is nothing to be seen on the way.
  const counted = lines.some((line) => new Set(line.slice(0, -1)).size > 1);
  byId('lines').setAttribute('viewBox', `0 -4 ${Math.max(last, 1)} ${HIGH + 8}`);
  byId('lines').toggleAttribute('hidden', !counted);
  byId('span').hidden = !counted;
  document.body.classList.toggle('counted', counted);
  for (const id of ['mark-back', 'mark-on']) byId(id).hidden = !marks.length;
}

function glanceAnew() {
  ticks.replaceChildren();
  offerMarks();
  drawTicks();
}

function listenToGlance() {
  ticks.addEventListener('click', (event) => event.target.dataset.step && byHand(go)(Number(event.target.dataset.step)));
  for (const type of ['pointerdown', 'pointermove']) byId('lines').addEventListener(type, goPoint);
}
