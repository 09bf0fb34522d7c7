// Studies: comments, signs and arrows of one's own on the steps, kept in the browser for this match and these eyes, and
// saved as a file that `ludograph import --notes` takes. They hold what was written, and places as these eyes see them.

const GLYPHS = [
  ['!!', 'brilliant'], ['!', 'good'], ['!?', 'interesting'], ['?!', 'doubtful'], ['?', 'a mistake'], ['??', 'a blunder'],
];
const MOST_DRAWN = 50;
const ARROW = /^Arrow: (.+) → (.+)$/;
const ownArrows = document.getElementById('drawn');
const comment = document.getElementById('comment');
let study = null;
let studied = '';
let drawing = false;
let drawnFrom = null;

function studyName() {
  return `study-${record.about.match}-${calledOf(record)}`;
}

// What stands in the browser may have been written by another version, or by hand.
function kept() {
  try {
    const { author, notes } = JSON.parse(remembered(studyName()));
    return { author: `${author}`, notes: Object.fromEntries(Object.entries(notes)) };
  } catch {
    return { author: remembered('author') || '', notes: {} };
  }
}

// The study of the eyes that look just now.
function ownStudy() {
  if (studied !== studyName()) [studied, study] = [studyName(), kept()];
  return study;
}

function ownNote(number) {
  return { text: '', glyph: '', arrows: [], ...(number > variedAfter ? {} : ownStudy().notes[number]) };
}

function ownText(number) {
  const { text, glyph } = ownNote(number);
  return [glyph, text.trim()].filter(Boolean).join(' ');
}

function changeNote(changes) {
  const note = { ...ownNote(at), ...changes };
  const { notes } = ownStudy();
  if (note.text.trim() || note.glyph || note.arrows.length) notes[at] = note;
  else delete notes[at];
  remember(studyName(), JSON.stringify(ownStudy()));
  list.children[at]?.replaceWith(item(at));
  markInList(at);
  drawStudy();
}

// The name of a place, as a saved arrow tells it.
function placeNamed({ zone: name, part, card: code }) {
  const where = part ? `${name}, ${part}` : name;
  return code ? `${code} in ${where}` : where;
}

function placeOf(thing) {
  const box = thing?.closest('#table > .zone');
  if (!box) return null;
  const [name, , parts] = record.zones[shot(at, beat).zones[[...table.children].indexOf(box)]];
  const part = thing.closest('.part')?.dataset.part;
  const label = part === undefined ? '' : record.parts[parts[part]][1];
  const code = thing.closest('[data-code]')?.dataset.code;
  return { zone: name, ...(label && { part: label }), ...(code && { card: code }) };
}

// Every zone, every part of one, and every card whose face is seen, by name.
function placesNow() {
  const things = table.querySelectorAll('.zone, .part:not(.ledger), svg[data-code]');
  return new Map([...things].map((thing) => [placeNamed(placeOf(thing)), thing]));
}

// A card that lies elsewhere in a beat is looked for where it lies then; else its part or zone stands for it.
function thingAt(name, places) {
  const [, code, where] = /^(\S+) in (.+)$/.exec(name) || [];
  const moved = code && [...places].find(([one]) => one.startsWith(`${code} in `));
  return places.get(name) || moved?.[1] || places.get(where) || places.get((where || name).split(', ')[0]);
}

function arrowsHere() {
  const told = (shot(at, beat).notes || []).flatMap((text) => text.split('\n').map((one) => ARROW.exec(one)).filter(Boolean));
  const mine = ownNote(at).arrows.map(({ from, to }) => ['', placeNamed(from), placeNamed(to)]);
  return [...told, ...mine];
}

function middleOf(thing) {
  return (thing.matches('.zone') ? thing.querySelector('h2 bdi') : thing).getBoundingClientRect();
}

function drawOwnArrows() {
  if (at < 0) return;
  const frame = (broad.matches ? table : byId('below')).getBoundingClientRect();
  ownArrows.style.clipPath = `inset(${frame.top}px ${innerWidth - frame.right}px ${innerHeight - frame.bottom}px ${frame.left}px)`;
  const wanted = arrowsHere();
  const places = wanted.length ? placesNow() : new Map();
  const ends = wanted.map(([, from, to]) => [thingAt(from, places), thingAt(to, places)]).filter(([from, to]) => from && to && from !== to);
  ownArrows.replaceChildren(...ends.map((pair) => arrow(...pair.map(middleOf))));
}

function addArrow(from, to) {
  const { arrows: before } = ownNote(at);
  const isThere = before.some((one) => placeNamed(one.from) === placeNamed(from) && placeNamed(one.to) === placeNamed(to));
  const said = isThere ? 'This arrow is there already.' : before.length >= MOST_DRAWN ? 'There are as many arrows as a step can have.' : '';
  if (!said) changeNote({ arrows: [...before, { from, to }] });
  byId('studied').textContent = said || `Arrow from ${placeNamed(from)} to ${placeNamed(to)}.`;
}

function arrowEntry({ from, to }, number) {
  const told = `${placeNamed(from)} → ${placeNamed(to)}`;
  const away = element('button', { type: 'button', 'aria-label': `Remove the arrow ${told}`, text: '✕' });
  away.addEventListener('click', () => {
    changeNote({ arrows: ownNote(at).arrows.filter((_, one) => one !== number) });
    byId('arrow-from').focus();
  });
  return element('li', {}, element('span', { text: told }), away);
}

function drawStudy() {
  const note = ownNote(at);
  if (comment.value !== note.text) comment.value = note.text;
  for (const button of byId('glyphs').children) button.setAttribute('aria-pressed', `${button.value === note.glyph}`);
  byId('own-arrows').replaceChildren(...note.arrows.map(arrowEntry));
  byId('mine').replaceChildren(...(ownText(at) ? [element('p', { class: 'note', text: `You: ${ownText(at)}` })] : []));
  const steps = Object.keys(ownStudy().notes).map(Number).filter((one) => one <= reached);
  byId('commented').replaceChildren(...steps.map((one) => element('a', { href: `#${one}`, text: `${one} ${ownNote(one).glyph}`.trim() })));
  byId('save').disabled = !Object.keys(ownStudy().notes).length;
  drawOwnArrows();
}

// Where an arrow may begin and end is looked up when the study is open: for that many places there is no other use.
function offerPlaces() {
  if (!byId('study').open) return;
  for (const id of ['arrow-from', 'arrow-to']) {
    const before = byId(id).value;
    byId(id).replaceChildren(...[...placesNow().keys()].map((text) => element('option', { text })));
    if ([...byId(id).options].some((one) => one.value === before)) byId(id).value = before;
  }
}

function addChosenArrow() {
  const [from, to] = ['arrow-from', 'arrow-to'].map((id) => placeOf(placesNow().get(byId(id).value)));
  if (from && to && placeNamed(from) !== placeNamed(to)) addArrow(from, to);
  else byId('studied').textContent = 'An arrow goes from one place to another.';
}

function setDrawing(isOn) {
  drawing = isOn;
  drawnFrom = null;
  byId('draw').setAttribute('aria-pressed', `${drawing}`);
  document.body.classList.toggle('drawing', drawing);
}

function drawTo(event) {
  const from = drawnFrom;
  drawnFrom = null;
  const thing = document.elementFromPoint(event.clientX, event.clientY);
  const to = table.contains(thing) && placeOf(thing);
  drawOwnArrows();
  if (from && to && placeNamed(from.place) !== placeNamed(to)) addArrow(from.place, to);
}

// While one draws the arrow follows the pointer.
function drawOn(event) {
  if (!drawnFrom) return;
  drawOwnArrows();
  ownArrows.append(arrow(drawnFrom.box, new DOMRect(event.clientX - 1, event.clientY - 1, 2, 2)));
}

function studyFile() {
  const { author, notes } = ownStudy();
  const written = Object.keys(notes).map(Number).sort((one, other) => one - other).map((step) => {
    const { text, glyph, arrows: drawnHere } = ownNote(step);
    return { step, ...(text.trim() && { text: text.trim() }), ...(glyph && { glyph }), ...(drawnHere.length && { arrows: drawnHere }) };
  });
  const { match, game } = record.about;
  return { ludograph: 'study', version: 1, match, game, eyes: calledOf(record), author: author.trim(), notes: written };
}

function saveStudy() {
  const address = URL.createObjectURL(new Blob([`${JSON.stringify(studyFile(), null, 1)}\n`], { type: 'application/json' }));
  const name = `study-${record.about.match.slice(0, 8)}.json`;
  element('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
  byId('studied').textContent = `Saved as ${name}: ludograph import --notes ${name} takes it into the record.`;
}

function openStudy() {
  byId('study').open = !byId('study').open;
  if (byId('study').open) comment.focus();
}

function listenToStudy() {
  for (const [value, text] of GLYPHS) {
    const button = element('button', { type: 'button', value, 'aria-pressed': 'false', title: text, 'aria-label': `${value} ${text}`, text: value });
    button.addEventListener('click', () => changeNote({ glyph: ownNote(at).glyph === value ? '' : value }));
    byId('glyphs').append(button);
  }
  byId('author').value = ownStudy().author;
  byId('author').addEventListener('input', () => {
    ownStudy().author = byId('author').value;
    remember('author', byId('author').value);
    remember(studyName(), JSON.stringify(ownStudy()));
  });
  comment.addEventListener('input', () => changeNote({ text: comment.value }));
  byId('add-arrow').addEventListener('click', addChosenArrow);
  byId('draw').addEventListener('click', () => setDrawing(!drawing));
  byId('save').addEventListener('click', saveStudy);
  byId('study').addEventListener('toggle', () => { offerPlaces(); if (!byId('study').open) setDrawing(false); });
  table.addEventListener('pointerdown', (event) => {
    const place = drawing && placeOf(event.target);
    if (!place) return;
    event.preventDefault();
    drawnFrom = { place, box: middleOf(event.target.closest('[data-code], .part, .zone')) };
  });
  document.addEventListener('pointermove', drawOn);
  document.addEventListener('pointerup', drawTo);
  // A finger that draws does not step.
  const halt = (event) => { if (drawing && table.contains(event.target)) event.stopPropagation(); };
  for (const type of ['touchstart', 'click']) document.addEventListener(type, halt, { capture: true, passive: true });
  for (const type of ['scroll', 'resize']) addEventListener(type, drawOwnArrows, { capture: true, passive: true });
  document.addEventListener('moved', () => { drawStudy(); offerPlaces(); });
  KEYS.e = openStudy;
}
