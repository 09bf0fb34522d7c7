// A match over a video: the scoreboard, what has just been decided, and the cards; nothing to press, and nothing behind it.

const byId = (id) => document.getElementById(id);
const wanted = new URLSearchParams(location.search);
const PARTS = ['score', 'stage', 'cards'];
const CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'];
// The largest with which all of it has room, in rem.
const CARD_SIZES = [11, 10, 9, 8.2, 7.5, 6.8, 6.2, 5.6, 5.2, 4.8, 4.4, 3.9, 3.4, 2.9];
const TOLD_SIZES = [4.4, 3.8, 3.2, 2.8];
const SHOWN_SIZES = [11, 9, 7.5, 6, 5, 4, 3.4, 2.9];
const MOST_SHOWN = 7;
const MANY_SEATS = 4;
let stood = null;
// Each player's share of the win after the step that stands; null where it is not known, or not shown.
let shares = null;

// On air nobody points at a word.
function inTerms(text) {
  return [text];
}

// Sentences as they are, or with `terse` without their reasons.
function toldOf({ told = [], terse = [] }) {
  const short = new Map(wanted.has('terse') ? terse : []);
  return told.map((text, place) => short.get(place) ?? text);
}

function toldOfPart([long, short]) {
  return [wanted.has('terse') ? short : long];
}

// What the address asks for: how wide, which parts, and in which corner the scoreboard stands.
function arrange() {
  const width = Number(wanted.get('width')) || Math.min(innerWidth, innerHeight * 16 / 9);
  document.documentElement.style.setProperty('--width', `${width}px`);
  const parts = (wanted.get('show') || '').split(',').filter((one) => PARTS.includes(one));
  for (const one of PARTS) byId(one).hidden = parts.length > 0 && !parts.includes(one);
  const corner = wanted.get('corner');
  document.body.dataset.corner = CORNERS.includes(corner) ? corner : CORNERS[0];
}

function drawScore(now, then) {
  const [here, before] = [now, then || now].map((one) => record.boards[one.board || 0]);
  const waiting = awaitedIn(now);
  const { game, where } = record.about;
  byId('about').textContent = [game, ...where.filter(([name]) => name !== 'played on').map(([name, text]) => (name === 'event' ? text : `${name} ${text}`))].join(' · ');
  byId('board').replaceChildren(...here.map((one, at) => stand(at + 1, one, changed(one, before[at] || one), waiting.has(at + 1))));
  byId('board').classList.toggle('mixed', new Set(here.map(([label]) => label)).size > 1);
  byId('board').classList.toggle('many', here.length > MANY_SEATS);
  drawShares();
}

function drawShares() {
  [...byId('board').children].forEach((one, at) => {
    one.querySelector('.share')?.remove();
    if (shares) one.append(element('span', { class: 'share', text: `win ${Math.round(100 * shares[at])} %` }));
  });
}

function drawCards(now) {
  const place = byId('cards');
  const marks = { marked: marksIn(now), left: new Set(), aimed: new Set(now.aimed), awaited: awaitedIn(now) };
  place.replaceChildren(...now.zones.map((number, at) => zone(number, at, marks)));
  const fits = (less) => (size) => {
    place.className = less;
    place.style.setProperty('--card', `${size}rem`);
    return place.scrollHeight <= place.clientHeight && place.scrollWidth <= place.clientWidth;
  };
  return ['', 'plain'].some((less) => CARD_SIZES.slice(0, -3).some(fits(less))) || CARD_SIZES.some(fits('brief'));
}

// A card that lies at a place of the table: its code, and whether it lies face down.
function cardAt(step, [zoneAt, partAt, item]) {
  const [kind, , content, more, up] = record.parts[record.zones[step.zones[zoneAt]]?.[2][partAt]] || [];
  if (kind === 'row' && content[item]) return [content[item], Boolean(more) && !up.includes(item)];
  if (kind === 'grid' && content[item]) return [content[item][0], Boolean(content[item][3])];
  return kind === 'pile' ? [more, false] : ['', false];
}

// The cards that a beat is about: those that are told of, else those that moved.
function cardsOf(step) {
  const triples = (places = []) => range(0, places.length / 3).map((at) => places.slice(3 * at, 3 * at + 3));
  const found = (places) => triples(places).map((place) => cardAt(step, place)).filter(([code]) => cards.has(code));
  const told = found(step.named);
  return (told.length ? told : found(step.moved)).slice(0, MOST_SHOWN);
}

function shownBy([seat, codes, said, won, ringed, gain]) {
  const who = [won ? '★ ' : '', seat ? record.about.players[seat - 1] : '', said, gain].filter(Boolean).join(' ');
  const fan = element('div', { class: 'fan' }, ...codes.map((code, at) => card(code, { mark: ringed.includes(at) ? 'moved' : '' })));
  return element('li', won ? { class: 'won' } : {}, element('p', { class: 'who', text: who }), fan);
}

// What is told of a beat, and its cards side by side; a beat that only clears the table leaves what stood there.
function stageIn(step, ends) {
  const decided = step.stage ? record.stages[step.stage[0]] : null;
  const ending = ends && record.ending ? record.ending.why : [];
  if (decided) {
    const [title, told, entries] = decided;
    return { title, told: [told, ...ending], strip: entries.map(shownBy) };
  }
  const told = [...(step.told || []), ...ending.filter((one) => !(step.told || []).includes(one))];
  if (!told.length) return stood;
  const shown = cardsOf(step).map(([code, hidden]) => card(code, { hidden }));
  return { title: step.title || '', told, strip: shown.length ? [element('li', { class: 'fan' }, ...shown)] : [] };
}

function drawStage(found) {
  const { title, told, strip } = found || { title: '', told: [], strip: [] };
  const [words, place] = [byId('told'), byId('strip')];
  byId('title').textContent = title;
  words.replaceChildren(...told.filter(Boolean).map((text) => element('p', { text })));
  place.replaceChildren(...strip);
  const box = byId('stage');
  const within = () => box.scrollHeight <= box.clientHeight + 1;
  // Cards as large as the smallest words leave room for, then words as large as they may be beside them.
  words.style.setProperty('--told', `${TOLD_SIZES.at(-1)}rem`);
  SHOWN_SIZES.some((size) => {
    place.style.setProperty('--shown', `${size}rem`);
    return place.scrollWidth <= place.clientWidth && within();
  });
  const fits = (size) => {
    words.style.setProperty('--told', `${size}rem`);
    return within();
  };
  // Where all of it has no room what came of it counts, which is told last.
  while (!TOLD_SIZES.some(fits) && words.childElementCount > 1) words.firstElementChild.remove();
}

// Draws a step, or a beat of it; the last step of a match that is over has its ending.
function draw(number, beat) {
  const now = shot(number, beat);
  drawScore(now, number ? shot(number - 1, 0) : undefined);
  const ends = Boolean(record.ending) && number === record.steps.length - 1 && endsAt(number, beat);
  stood = stageIn(now, ends);
  // First what takes its room at the bottom, then the cards in what is left.
  drawStage(stood);
  drawCards(now);
}

function clear() {
  stood = null;
  for (const id of ['board', 'cards', 'told', 'strip', 'title', 'about']) byId(id).replaceChildren();
}

arrange();
