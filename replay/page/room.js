// Room: how large cards are, how far they overlap, and what of the table is in sight.

const broad = matchMedia('(min-width: 62rem) and (min-height: 34rem)');
// As large as can be side by side; only where the smaller ones of these have no room either they overlap, and names with
// them. On the smallest a name is 10 px high.
const TIGHT = 0.45;
const SIZES = [
  ...[8, 7.2, 6.4, 6, 5.6, 5.2, 4.8, 4.4].map((size) => [size, 1]),
  ...[4.4, 4.1, 3.9].map((size) => [size, 0.92]),
  ...[4.4, 4, 3.75].map((size) => [size, TIGHT]),
];
const LEAST = 0.37;
// Of a heap, which is a row of so many cards, so little is seen at least where the table is too high otherwise: a rank.
const HEAP = 16;
const LEAST_OF_HEAP = 0.2;
let close = false;
const READABLE = 0.85;
// Where the table is scrolled, cards overlap so far if that saves a line.
const CLOSE = 0.6;
const LOOSER = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52];
const GAP = 5;
// In pixels: an arrangement in which a grid has no room comes after every other, however high that is.
const TOO_NARROW = 100000;
// So much is seen around what one scrolls to.
const ASIDE = 8;
let fitted = -1;

// Cards in a row lie beside each other, overlap where that is too wide, and go on below where too little is seen.
function layRow(line, room, width, tight) {
  const count = line.childElementCount;
  if (line.querySelector('.heap')) return;
  let step = tight < 1 ? width * tight : width + GAP;
  let across = count;
  if ((count - 1) * step + width > room) step = (room - width) / (count - 1);
  // Backs have no names that could be cut off.
  const least = tight === 1 && line.querySelector('[data-code]') ? READABLE : close && count > HEAP ? LEAST_OF_HEAP : LEAST;
  if (step < least * width) {
    const most = Math.max(1, Math.floor((room - width) / (least * width)) + 1);
    across = Math.ceil(count / Math.ceil(count / most));
    step = Math.min(width + GAP, (room - width) / Math.max(across - 1, 1));
  }
  line.classList.toggle('over', step < width);
  line.style.gridTemplateColumns = `repeat(${across}, ${step}px)`;
  line.style.width = `${(across - 1) * step + width}px`;
}

// The rows of a grid overlap too, so that of each card the upper part is seen.
function layBoard(board, width, tight) {
  const high = width * 1.4;
  const step = tight < 1 ? `${high * Math.max(tight, 0.6)}px` : 'auto';
  board.style.gridTemplateRows = `auto repeat(${board.dataset.rows - 1}, ${step}) auto`;
}

function layZone({ parts, room }, width, tight) {
  for (const line of parts.querySelectorAll('.cards')) layRow(line, room, width, tight);
  for (const board of parts.querySelectorAll('.board')) layBoard(board, width, tight);
}

// Lays zones as close as is wanted, and notes how high each is then, and where it begins.
function layAll(zones, width, tight) {
  for (const zone of zones) layZone(zone, width, tight);
  for (const zone of zones) {
    zone.top = zone.parts.parentElement.getBoundingClientRect().top;
    zone.high = zone.parts.getBoundingClientRect().bottom - zone.top;
  }
}

function zonesOfCards() {
  const first = table.querySelector('.card');
  const width = first ? parseFloat(getComputedStyle(first).width) : 0;
  return [[...table.querySelectorAll('.parts')].map((parts) => ({ parts, room: parts.clientWidth })), width];
}

// Lays each zone as loosely as its height allows; what had to stay tight is left.
function loosened(zones, width, tight) {
  let left = zones;
  for (const looser of LOOSER.filter((one) => one > tight)) {
    layAll(left, width, looser);
    left = left.filter(({ high, most }) => high > most + 0.5);
  }
  layAll(left, width, tight);
  return left;
}

// Cards lie as close as they have to: looser where that makes neither their zone nor those beside it higher,
// and where there is room left below the table, which the rows of zones share that are tight still.
function lay() {
  const tight = broad.matches ? SIZES[Math.max(fitted, 0)][1] : CLOSE;
  const [zones, width] = zonesOfCards();
  if (broad.matches) {
    layAll(zones, width, 1);
    if (tight === 1 || height() <= table.clientHeight) return;
  }
  layAll(zones, width, tight);
  for (const zone of zones) zone.most = Math.max(...zones.filter(({ top }) => top === zone.top).map(({ high }) => high));
  const left = loosened(zones, width, tight);
  const room = broad.matches ? table.clientHeight - height() : 0;
  if (!left.length || room <= 0) return;
  for (const zone of left) zone.most += room / new Set(left.map(({ top }) => top)).size;
  loosened(left, width, tight);
}

// How high the table is; before the deal there is none.
function height() {
  if (!table.childElementCount) return 0;
  return table.lastElementChild.getBoundingClientRect().bottom - table.firstElementChild.getBoundingClientRect().top;
}

// Whether cards of a grid overlap because their zone is not as broad as they are, which hides what lies beside what.
function narrow() {
  const width = table.querySelector('.card')?.getBoundingClientRect().width;
  return [...table.querySelectorAll('.board')].some((board) => parseFloat(getComputedStyle(board).gridTemplateColumns.split(' ')[1]) < width - 0.5);
}

// Whether the whole table is seen: it is not higher than its frame, and no grid is broader than its zone.
function whole() {
  return table.scrollHeight <= table.clientHeight && !narrow();
}

// The number of seats side by side that makes the table the least high without a grid that is too narrow, and how high it
// is then.
function arranged(tight) {
  const count = Math.max(table.querySelectorAll('.seat').length, 1);
  const narrowest = count > 6 ? 205 : 250;
  const tried = range(1, count).filter((one) => one === 1 || table.clientWidth / one >= narrowest).map((one) => {
    table.style.setProperty('--seats', one);
    layAll(...zonesOfCards(), tight);
    return [height() + (narrow() ? TOO_NARROW : 0), one];
  });
  const [least, best] = tried.reduce((lowest, one) => (one[0] < lowest[0] ? one : lowest));
  table.style.setProperty('--seats', best);
  return least;
}

function tried(which) {
  const [size, tight] = SIZES[which];
  table.style.setProperty('--card', `${size}rem`);
  return arranged(tight) <= table.clientHeight;
}

// Zones keep the height that they had, so that seats stay where they are: within a step, and on a large screen within a
// round, as long as all of them can be seen.
let heights = [];
let heldFor = '';

function holdSeats() {
  const zones = [...table.children];
  const now = zones.map((zone) => zone.offsetHeight);
  const since = `${zones.length} ${broad.matches ? `${fitted} ${record.steps[at].round}` : at}`;
  const highest = since === heldFor ? now.map((high, place) => Math.max(high, heights[place])) : now;
  const above = table.scrollHeight;
  zones.forEach((zone, place) => { zone.style.minHeight = `${highest[place]}px`; });
  heldFor = since;
  heights = highest;
  if (!broad.matches || table.scrollHeight <= Math.max(above, table.clientHeight)) return;
  letSeatsGo();
  heights = now;
}

function letSeatsGo() {
  for (const zone of table.children) zone.style.minHeight = '';
}

// The largest cards with which the whole table can be seen; while one steps through, they only ever become smaller.
function fit() {
  letSeatsGo();
  close = false;
  fitCards();
  if (broad.matches && table.scrollHeight > table.clientHeight) {
    close = true;
    lay();
  }
  holdSeats();
}

function fitCards() {
  lay();
  const smallest = SIZES.length - 1;
  if (!broad.matches || (fitted >= 0 && (fitted === smallest || whole()))) return;
  let first = Math.max(fitted, 0);
  let beyond = smallest;
  while (first < beyond) {
    const middle = Math.floor((first + beyond) / 2);
    if (tried(middle)) beyond = middle;
    else first = middle + 1;
  }
  fitted = first;
  tried(first);
  lay();
}

function refit() {
  fitted = -1;
  table.style.removeProperty('--card');
  table.style.removeProperty('--seats');
  fit();
  fitStory();
  byId('board').classList.remove('unlabelled');
  fitBoard();
  keepInSight();
  fitStage();
}

// What is told becomes a little smaller where it is long, and only then takes room from the table.
function fitStory() {
  const now = byId('now');
  const told = byId('told');
  // Where the ranking stands below what is told, it is part of it; so much is left of it at least.
  const ranking = !broad.matches && !endingBox.hidden ? endingBox.querySelector('ol') : told;
  const below = (one) => one.offsetTop + one.offsetHeight;
  const fits = () => Math.max(below(told), below(ranking)) <= now.clientHeight;
  now.classList.remove('long', 'more');
  const small = ['1', '2', '3'].find((size) => {
    now.dataset.size = size;
    return fits();
  });
  now.classList.toggle('long', !small);
  // Remarks, and what somebody has opened, take what room there is, and no letter of what is told is smaller for it.
  const asides = [...now.querySelectorAll(':scope > :is(#notes:not(:empty), [open], #question:not([hidden]))')];
  now.classList.toggle('more', asides.some((one) => below(one) > now.clientHeight));
}

// What counts of all that is marked: cards more than counters, and those more than who is to act.
const WEIGHTS = [['.card:is(.moved, .named), .heap.moved', 100000], ['.ledger .moved', 30], ['.marker.moved', 1]];

// Whom a sentence names is looked at first.
const SPOKEN_OF = 20;

// All that is marked, with how much it counts, and where it and its zone lie from the upper end of the frame.
function markedIn(frame) {
  const from = frame.getBoundingClientRect().top - frame.scrollTop;
  const told = toldIn(at, beat).join(' ');
  return WEIGHTS.flatMap(([what, weight]) => [...table.querySelectorAll(what)].map((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    const zone = one.closest('.zone');
    const head = zone.getBoundingClientRect().top;
    const named = zone.matches('.seat') && told.includes(zone.getAttribute('aria-label'));
    return { weight: weight * (named ? SPOKEN_OF : 1), top: top - from, bottom: bottom - from, head: head - from };
  }));
}

// The table goes where most of what is marked can be seen, and no farther than it must: the table alone,
// for a page that has this one in a frame is not ours to scroll.
function keepInSight() {
  const frame = broad.matches ? table : byId('below');
  const marked = markedIn(frame);
  if (!marked.length) return;
  const here = frame.scrollTop;
  const high = frame.clientHeight;
  const most = Math.max(0, frame.scrollHeight - high);
  const seen = (to, { top, bottom }) => top >= to - 1 && Math.min(bottom, top + high) <= to + high + 1;
  const sum = (to, counts) => marked.reduce((all, one) => all + (seen(to, one) ? counts(to, one) : 0), 0);
  const worth = (to) => sum(to, (_, one) => one.weight);
  const places = marked.flatMap((one) => [one.head - 3, one.top - ASIDE, one.bottom + ASIDE - high]);
  const tried = [...new Set(places.map((to) => Math.max(0, Math.min(most, Math.round(to)))))];
  const best = Math.max(...tried.map(worth));
  if (worth(here) >= best) return;
  // Where there is a choice the names of those whose cards they are are seen too.
  const named = (to) => sum(to, (_, one) => (one.head >= to - 4 ? one.weight : 0));
  const left = tried.filter((to) => worth(to) === best);
  const clearest = Math.max(...left.map(named));
  const near = left.filter((to) => named(to) === clearest).sort((one, other) => Math.abs(one - here) - Math.abs(other - here));
  frame.scrollTop = near[0];
}
