// The stage: at a decisive beat a banner, and side by side what everybody shows. On a large screen it has room of its own
// between what is told and the list of steps; elsewhere, and where that is too little, it lies over the table.

const stage = document.getElementById('stage');
// How large cards are, in rem, and how much of each but the last is seen: names can be read as long as there is room.
const WHOLE = 1.06;
const STAGE_SIZES = [
  ...[5.6, 5.2, 4.8, 4.4, 4, 3.75].map((size) => [size, WHOLE]),
  ...[3.75, 3.2, 2.7, 2.3, 2, 1.7, 1.4].flatMap((size) => [WHOLE, 0.62, 0.42].map((seen) => [size, seen])),
];
// Beside the table the cards are at least so large, in rem, and so much is left for the list of steps, or for nothing but
// the gap where only that is enough.
const LEAST_BESIDE = 2.7;
const LEAST_LIST = 9.2;
const NO_LIST = 0.6;
// So much of the table it covers at most: on a phone, where little of that is in sight anyway, nearly all.
const COVERS = { broad: 0.62, narrow: 0.94 };
let folded = false;
// On which side it lies, and since which step: within one it stays there.
let above = false;
let sided = -1;

function stageOf(step) {
  return step?.stage ? record.stages[step.stage[0]] : undefined;
}

function entry([seat, codes, said, won, ringed, gain]) {
  const made = element('li', { class: `entry${won ? ' won' : ''}` });
  const who = element('p', { class: 'who' });
  if (won) who.append(element('span', { class: 'sign', 'aria-hidden': 'true', text: '★ ' }), heard('Decided for: '));
  if (seat) who.append(element('bdi', { text: record.about.players[seat - 1] }), ' ');
  if (said) who.append(element('span', { class: 'said' }, ...inTerms(said)), ' ');
  if (gain) who.append(element('b', { text: gain }));
  if (who.childNodes.length) made.append(who);
  if (codes.length) made.append(element('div', { class: 'fan' }, ...codes.map((code, at) => card(code, { mark: ringed.includes(at) ? 'moved' : '' }))));
  return made;
}

function drawStage(step) {
  const shown = stageOf(step);
  stage.hidden = !shown;
  const [title, long, entries, short] = shown || ['', '', []];
  const told = (brief && short) || long;
  const winners = new Set(entries.filter((one) => one[0] && one[3]).map((one) => one[0]));
  [...table.children].forEach((zone, at) => zone.classList.toggle('lit', winners.has(record.zones[step.zones[at]][1])));
  if (!shown) document.body.classList.remove('beside', 'alone');
  if (!shown) return;
  byId('stage-title').textContent = title;
  byId('stage-told').replaceChildren(...inWords(told));
  // What stands beside the table already is not told twice where there is little room.
  byId('stage-told').classList.toggle('same', (step.told || []).join(' ').includes(told));
  byId('strip').replaceChildren(...entries.map(entry));
  stopAmong(stage, '[data-code]');
  fitStage();
}

// The largest cards with which all of it can be seen; says whether there are any.
function fitsIn(most, sizes) {
  const strip = byId('strip');
  return sizes.some(([size, seen]) => {
    stage.style.setProperty('--card', `${size}rem`);
    stage.style.setProperty('--seen', seen);
    return stage.scrollHeight <= most && strip.scrollWidth <= strip.clientWidth + 1;
  });
}

// Whether it has room of its own beside the table: then it hides nothing, and no seat moves for it.
function fitsBeside() {
  const { classList } = document.body;
  classList.remove('alone');
  classList.toggle('beside', broad.matches);
  if (!broad.matches) return false;
  stage.classList.remove('tight');
  stage.style.maxHeight = '';
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const room = byId('log').getBoundingClientRect().bottom - byId('now').getBoundingClientRect().bottom;
  const fits = (left) => fitsIn(room - left * rem, STAGE_SIZES.filter(([size]) => size >= LEAST_BESIDE));
  const listed = fits(LEAST_LIST);
  // The list stays while somebody searches in it.
  classList.toggle('beside', listed || (!find.value && fits(NO_LIST)));
  classList.toggle('alone', !listed && !folded && classList.contains('beside'));
  return classList.contains('beside');
}

function fitStage() {
  if (stage.hidden) return;
  if (fitsBeside()) tellLast();
  else fitOver();
}

function fitOver() {
  const frame = broad.matches ? table : byId('below');
  const most = frame.clientHeight * (broad.matches ? COVERS.broad : COVERS.narrow);
  stage.style.maxHeight = `${frame.clientHeight}px`;
  stage.classList.remove('tight');
  // Where there is too little room for all of it, the sentence is left to what is told beside the table.
  if (!fitsIn(most, STAGE_SIZES)) {
    stage.classList.add('tight');
    fitsIn(most, STAGE_SIZES);
  }
  if (at !== sided && hiddenAt(!above) < hiddenAt(above)) above = !above;
  sided = at;
  stage.classList.toggle('above', above);
  tellLast();
}

// What is told beside it, where that is long, is seen to its end: there it is decided.
function tellLast() {
  const now = byId('now');
  const last = byId('told').lastElementChild;
  if (last) now.scrollTop = Math.max(0, last.offsetTop + last.offsetHeight - now.clientHeight);
}

// How much of what is marked it hides on a side, but for cards that it shows itself; where that is as much it stays.
function hiddenAt(side) {
  stage.classList.toggle('above', side);
  const box = stage.getBoundingClientRect();
  const shown = new Set([...stage.querySelectorAll('[data-code]')].map((one) => one.dataset.code));
  const marked = [...table.querySelectorAll('.lit > .head, .ledger .moved, .card:is(.moved, .named)')];
  return marked.filter((one) => {
    const place = one.getBoundingClientRect();
    return !shown.has(one.dataset.code) && place.bottom > box.top && place.top < box.bottom;
  }).length;
}

function fold() {
  folded = !folded;
  stage.classList.toggle('folded', folded);
  byId('fold').setAttribute('aria-expanded', `${!folded}`);
  fitStage();
}

document.getElementById('fold').addEventListener('click', fold);
stage.addEventListener('keydown', movedAmongCards);
