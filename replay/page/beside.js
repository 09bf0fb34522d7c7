// Two tables of one deal beside each other: they go on together in rows, and what is not so at the other one is marked.

const byId = (id) => document.getElementById(id);
const { sides, rows, parted } = record;
const BOXES = [byId('one'), byId('other')];
const PAGE = 10;
const WAITS = ['Nothing of the like is done here.'];
const SAME = 'They went the same way as far as both go.';
let at = -1;

// Words stand here without their rules.
function inTerms(text) {
  return [text];
}

// What draws a table reads the record: here that of one side.
function turnTo(side) {
  Object.assign(record, sides[side]);
}

// A side waits in a row in which only the other makes a step.
function goesOn(side, row) {
  return row === 0 || rows[row][side] !== rows[row - 1][side];
}

// What is not so at the other table, as zone, part and item of each.
function differing(side) {
  const { differs, differences } = sides[side];
  return differs[at].flatMap((place, zoneAt) =>
    range(0, differences[place].length / 2).flatMap((one) => [zoneAt, ...differences[place].slice(2 * one, 2 * one + 2)]));
}

function told(step, number, moves) {
  if (!moves) return WAITS;
  const { ending } = record;
  const why = ending && number >= ending.from ? ending.why : [];
  return [...why, ...(step.told?.length ? step.told : ['Set up.'])];
}

// By what those who do not see it tell one table from the other.
function called(side) {
  return `${['First', 'Second'][side]} table, ${sides[side].name}`;
}

function labelledApart(made, side) {
  made.setAttribute('aria-label', `${made.getAttribute('aria-label')}: ${called(side)}`);
  return made;
}

function drawSide(side) {
  turnTo(side);
  const number = rows[at][side];
  const moves = goesOn(side, at);
  const step = record.steps[number];
  const before = record.steps[moves ? Math.max(number - 1, 0) : number];
  const marked = marksIn({ ...(moves && { moved: step.moved, named: step.named }), differs: differing(side) });
  const marks = { marked, left: new Set(), aimed: new Set(moves ? step.aimed : []), awaited: awaitedIn(step) };
  const [now, then] = [step, before].map((one) => record.boards[one.board || 0]);
  const box = BOXES[side];
  box.querySelector('.place').textContent = `step ${number} of ${record.steps.length - 1}${step.title ? `, ${step.title}` : ''}`;
  box.querySelector('.stands').replaceChildren(...now.map((one, seat) => stand(seat + 1, one, changed(one, then[seat]), marks.awaited.has(seat + 1))));
  box.querySelector('.told').replaceChildren(
    ...told(step, number, moves).map((text) => element('p', { text })),
    ...(moves ? step.notes || [] : []).map((text) => element('p', { class: 'note', text })),
  );
  box.querySelector('.told').classList.toggle('waits', !moves);
  box.querySelector('.zones').replaceChildren(...(step.zones || []).map((zoneNumber, place) => labelledApart(zone(zoneNumber, place, marks), side)));
}

const triples = (places = []) => range(0, places.length / 3).map((one) => places.slice(3 * one, 3 * one + 3));

// What is looked at first: what has moved and is not so at the other table, else what is not so, else what has moved.
function lookedAt(side) {
  const fresh = goesOn(side, at) ? triples(sides[side].steps[rows[at][side]].moved) : [];
  const apart = triples(differing(side));
  const keys = new Set(apart.map(String));
  const found = [fresh.filter((one) => keys.has(String(one))), apart, fresh];
  const lying = found.map((some) => some.filter(([, part]) => part !== MARKERS));
  return [...lying, ...found].find((some) => some.length)?.[0];
}

// It is in sight without scrolling.
function bring(side) {
  const place = lookedAt(side);
  const zones = BOXES[side].querySelector('.zones');
  const one = place && zones.children[place[0]];
  if (!one) return;
  const part = one.querySelector(`[data-part="${place[1]}"]`) || one.querySelector('.head');
  const frame = zones.getBoundingClientRect();
  const { top, bottom } = part.getBoundingClientRect();
  if (top < frame.top || bottom > frame.bottom) zones.scrollTop += one.getBoundingClientRect().top - frame.top - 3;
  const lower = part.getBoundingClientRect().bottom - frame.bottom;
  if (lower > 0) zones.scrollTop += Math.min(lower + 3, part.getBoundingClientRect().top - frame.top);
}

function go(wanted) {
  at = Math.max(0, Math.min(rows.length - 1, wanted));
  for (const side of [0, 1]) drawSide(side);
  for (const side of [0, 1]) bring(side);
  byId('line').value = at;
  byId('line').setAttribute('aria-valuetext', `step ${rows[at][0]} beside step ${rows[at][1]}`);
  const same = parted >= rows.length ? SAME : 'The same so far';
  byId('apart').textContent = at < parted ? same : `Apart since step ${parted}`;
  for (const id of ['first', 'round-back', 'back']) byId(id).disabled = at === 0;
  for (const id of ['last', 'round-on', 'on']) byId(id).disabled = at === rows.length - 1;
  try {
    history.replaceState(null, '', `#${rows[at].join('+')}`);
  } catch {
    // A page that stands in the text of another one has no address of its own.
  }
}

// The rows with which rounds of the first table begin: the first step after the one that brings a round about.
function roundRows() {
  const begins = sides[0].steps.map((step, number) => Boolean(step.round) && step.round !== sides[0].steps.slice(0, number).findLast((one) => one.round)?.round);
  return rows.flatMap(([number], row) => (goesOn(0, row) && (number === 0 || begins[number - 1]) ? [row] : []));
}

function goRound(direction) {
  const starts = roundRows();
  if (starts.length < 2) go(at + direction * PAGE);
  else if (direction > 0) go(starts.find((row) => row > at) ?? rows.length - 1);
  else go(starts.findLast((row) => row < at) ?? 0);
}

// The step before or after of a player at one of the tables.
function clickedSeat(event) {
  const button = event.target.closest('button[data-seat]');
  if (!button) return;
  const side = BOXES.indexOf(button.closest('.side'));
  const { seat, way } = button.dataset;
  const name = sides[side].about.players[seat - 1];
  for (let row = at + Number(way); row > 0 && row < rows.length; row += Number(way)) {
    if (!goesOn(side, row) || sides[side].steps[rows[row][side]].who !== name) continue;
    go(row);
    break;
  }
  BOXES[side].querySelector(`button[data-seat="${seat}"][data-way="${way}"]`).focus({ preventScroll: true });
}

function turnTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
}

function showHelp() {
  const help = byId('help');
  if (help.open) help.close();
  else help.showModal();
}

const KEYS = {
  ArrowRight: () => go(at + 1),
  ArrowLeft: () => go(at - 1),
  Home: () => go(0),
  End: () => go(rows.length - 1),
  PageDown: () => goRound(1),
  PageUp: () => goRound(-1),
  x: () => go(parted),
  d: turnTheme,
  '?': showHelp,
};
const BUTTONS = {
  first: 'Home', last: 'End', back: 'ArrowLeft', on: 'ArrowRight', 'round-back': 'PageUp', 'round-on': 'PageDown',
  part: 'x', theme: 'd', 'help-open': '?',
};

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(KEYS, event.key)) return;
  if (byId('help').open && event.key !== '?') return;
  event.preventDefault();
  KEYS[event.key]();
}

// An address names how far both are, as in `#12+14`; without one they are shown where they part.
function fromAddress() {
  const found = rows.findIndex((row) => row.join('+') === location.hash.slice(1));
  go(found < 0 ? parted : found);
}

function fillSide(side) {
  turnTo(side);
  const { players } = record.about;
  const names = players.flatMap((name, place) => [place ? ', ' : '', element('bdi', { text: name })]);
  const heading = element('h2', {}, element('bdi', { text: record.name }), ' ', element('span', { class: 'names' }, ...names));
  const zones = element('div', { class: 'zones', tabindex: '0', role: 'group', 'aria-label': `Cards: ${called(side)}` });
  BOXES[side].setAttribute('aria-label', called(side));
  BOXES[side].replaceChildren(
    heading, element('p', { class: 'place' }), element('ol', { class: 'stands', 'aria-label': `Scoreboard: ${called(side)}` }),
    element('div', { class: 'told', 'aria-live': 'polite', tabindex: '0', role: 'group', 'aria-label': `What is done: ${called(side)}` }), zones,
  );
}

// As whom one looks, at each table where it is somebody else there.
function fillEyes() {
  const eyes = [...new Set(sides.map((side) => side.about.eyes.replace(/ knows it$/, '')))];
  byId('eyes').textContent = `As ${eyes.join(' and ')}`;
}

for (const side of [0, 1]) fillSide(side);
fillEyes();
byId('line').max = rows.length - 1;
byId('line').addEventListener('input', () => go(Number(byId('line').value)));
for (const [id, key] of Object.entries(BUTTONS)) byId(id).addEventListener('click', KEYS[key]);
for (const box of BOXES) box.addEventListener('click', clickedSeat);
document.addEventListener('keydown', pressed);
addEventListener('hashchange', fromAddress);
fromAddress();
