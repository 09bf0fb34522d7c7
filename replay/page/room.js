// Room: how large cards are, how far they overlap, and what of the table is in sight.

const broad = matchMedia('(min-width: 62rem) and (min-height: 34rem)');
const SIZES = [6.4, 5.8, 5.2, 4.7, 4.2, 3.75];
const TIGHT = [1, 0.7, 0.45];
// Cards as large as can be; before they become smaller they overlap more. On the smallest a name is 10 px high.
const FITS = SIZES.flatMap((size) => TIGHT.map((tight) => [size, tight]));
const LEAST = 0.37;
// Where the table is scrolled, cards overlap so far if that saves a line.
const CLOSE = 0.6;
const GAP = 5;
let fitted = -1;

// Cards in a row lie beside each other, overlap where that is too wide, and go on below where too little is seen.
function layRow(line, room, width, tight) {
  const count = line.childElementCount;
  if (line.querySelector('.heap')) return;
  let step = count > (tight < CLOSE ? 1 : 2) && tight < 1 ? width * tight : width + GAP;
  let across = count;
  if ((count - 1) * step + width > room) step = (room - width) / (count - 1);
  if (step < LEAST * width) {
    const most = Math.max(1, Math.floor((room - width) / (LEAST * width)) + 1);
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

// The cards of a zone lie as close as they have to, and no closer where that does not save a line.
function layZone(parts, width, tight) {
  const room = parts.clientWidth;
  const all = (closer) => {
    for (const line of parts.querySelectorAll('.cards')) layRow(line, room, width, closer);
    for (const board of parts.querySelectorAll('.board')) layBoard(board, width, closer);
    return parts.offsetHeight;
  };
  const least = tight < 1 ? all(tight) : 0;
  if (all(1) > least && tight < 1) all(tight);
}

function lay(tight = broad.matches && fitted >= 0 ? FITS[fitted][1] : CLOSE) {
  const card = table.querySelector('.card');
  if (!card) return;
  const width = parseFloat(getComputedStyle(card).width);
  for (const parts of table.querySelectorAll('.parts')) layZone(parts, width, tight);
}

function height() {
  return table.lastElementChild.getBoundingClientRect().bottom - table.firstElementChild.getBoundingClientRect().top;
}

// The number of seats side by side that makes the table the least high, and how high it is then.
function arranged(tight) {
  const count = table.querySelectorAll('.seat').length;
  const narrowest = count > 6 ? 205 : 250;
  const tried = range(1, count).filter((one) => one === 1 || table.clientWidth / one >= narrowest).map((one) => {
    table.style.setProperty('--seats', one);
    lay(tight);
    return [height(), one];
  });
  const [least, best] = tried.reduce((lowest, one) => (one[0] < lowest[0] ? one : lowest));
  table.style.setProperty('--seats', best);
  lay(tight);
  return least;
}

function tried(place) {
  const [size, tight] = FITS[place];
  table.style.setProperty('--card', `${size}rem`);
  return arranged(tight) <= table.clientHeight;
}

// The first way that lets the whole table be seen; while one steps through, cards only ever become smaller.
function fit() {
  if (!broad.matches) return lay();
  lay();
  if (fitted >= 0 && (fitted === FITS.length - 1 || table.scrollHeight <= table.clientHeight)) return undefined;
  let first = Math.max(fitted, 0);
  let beyond = FITS.length - 1;
  while (first < beyond) {
    const middle = Math.floor((first + beyond) / 2);
    if (tried(middle)) beyond = middle;
    else first = middle + 1;
  }
  fitted = first;
  return tried(first);
}

function refit() {
  fitted = -1;
  table.style.removeProperty('--card');
  table.style.removeProperty('--seats');
  fit();
  fitStory();
}

// What is told becomes a little smaller where it is long, and only then takes room from the table.
function fitStory() {
  const now = byId('now');
  const told = byId('told');
  const fits = () => told.offsetTop + told.offsetHeight <= now.clientHeight;
  now.classList.remove('long');
  for (const size of ['1', '2', '3']) {
    now.dataset.size = size;
    if (fits()) return;
  }
  now.classList.add('long');
}

// Where nothing of what moved can be seen, the table goes to the first of it, and no farther than it must.
function keepInSight() {
  const box = (broad.matches ? table : byId('below')).getBoundingClientRect();
  const moved = [...table.querySelectorAll('.moved')];
  const seen = (one) => one.getBoundingClientRect().top >= box.top - 1 && one.getBoundingClientRect().bottom <= box.bottom + 1;
  if (at > 0 && moved.length && !moved.some(seen)) moved[0].scrollIntoView({ block: 'nearest', behavior: 'instant' });
}
