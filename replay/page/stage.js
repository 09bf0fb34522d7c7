// The stage: at a decisive beat a banner across the table, and side by side what everybody shows.

const stage = document.getElementById('stage');
// How large cards are, in rem, and how much of each but the last is seen: names can be read as long as there is room.
const WHOLE = 1.06;
const STAGE_SIZES = [
  ...[5.6, 5.2, 4.8, 4.4, 4, 3.75].map((size) => [size, WHOLE]),
  ...[3.75, 3.2, 2.7, 2.3, 2, 1.7, 1.4].flatMap((size) => [WHOLE, 0.62, 0.42].map((seen) => [size, seen])),
];
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
  if (!shown) return;
  byId('stage-title').textContent = title;
  byId('stage-told').replaceChildren(...inWords(told));
  // What stands beside the table already is not told twice where there is little room.
  byId('stage-told').classList.toggle('same', (step.told || []).join(' ').includes(told));
  byId('strip').replaceChildren(...entries.map(entry));
  stopAmong(stage, '[data-code]');
  fitStage();
}

// The largest cards with which all of it can be seen.
function fitStage() {
  if (stage.hidden) return;
  const frame = broad.matches ? table : byId('below');
  const most = frame.clientHeight * (broad.matches ? COVERS.broad : COVERS.narrow);
  stage.style.maxHeight = `${frame.clientHeight}px`;
  const strip = byId('strip');
  const fits = ([size, seen]) => {
    stage.style.setProperty('--card', `${size}rem`);
    stage.style.setProperty('--seen', seen);
    return stage.scrollHeight <= most && strip.scrollWidth <= strip.clientWidth + 1;
  };
  stage.classList.remove('tight');
  // Where there is too little room for all of it, the sentence is left to what is told beside the table.
  if (!STAGE_SIZES.find(fits)) {
    stage.classList.add('tight');
    STAGE_SIZES.find(fits);
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
