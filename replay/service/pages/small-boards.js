// Tables drawn small, from zones and parts as the service lays them out; no game is known here.

import { ask, byId, element } from './frame.js';

const SVG = 'http://www.w3.org/2000/svg';
const UNKNOWN = '??';
const MANY = 6;
// By game its cards; each face stands in the page once, whichever tables show it.
const games = new Map();

// Fetches the faces of a game, once, which the browser keeps for a day.
const asked = new Map();
export function facesOf(game) {
  if (!asked.has(game)) asked.set(game, take(game).catch(() => asked.delete(game)));
  return asked.get(game);
}

async function take(game) {
  const { card, cards } = await ask(`/api/games/${game}/cards`);
  const faces = new Map(cards.map(([code, name, drawn]) => [code, { name, drawn }]));
  games.set(game, { card, faces });
}

// The cards of a game whose faces were fetched.
export const codesOf = (game) => [...games.get(game).faces.keys()];

// A face stands in the page from its first use on: of most games few cards lie open.
function symbol(game, id, drawn) {
  const name = `${game}-${id}`;
  if (!byId(name)) {
    const { width, height } = games.get(game).card;
    const made = document.createElementNS(SVG, 'symbol');
    made.id = name;
    made.setAttribute('viewBox', `0 0 ${width} ${height}`);
    made.innerHTML = drawn;
    byId('faces').firstElementChild.append(made);
  }
  return `#${name}`;
}

function face(game, code, hidden) {
  const { card, faces } = games.get(game);
  const known = faces.get(code);
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', code === '' ? 'face none' : 'face');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', code === '' ? 'an empty place' : known ? `${known.name}${hidden ? ', face down' : ''}` : 'a face-down card');
  const put = (id, drawn) => {
    const use = document.createElementNS(SVG, 'use');
    use.setAttribute('href', symbol(game, id, drawn));
    svg.append(use);
  };
  if (known) put(`=${code}`, known.drawn);
  else put(code === '' ? 'gap' : 'back', code === '' ? card.gap : card.back);
  if (known && hidden) put('veil', card.veil);
  return svg;
}

const heap = (game, code, count) => element('span', { class: 'heap' }, face(game, count ? code : ''), element('span', { text: `×${count}` }));

function row(game, [, , codes, hidden, up]) {
  const line = element('span', { class: 'cards' });
  for (let at = 0; at < codes.length; at += 1) {
    let end = at;
    while (codes[end] === UNKNOWN) end += 1;
    if (end - at > MANY) {
      line.append(heap(game, UNKNOWN, end - at));
      at = end - 1;
    } else {
      line.append(face(game, codes[at], Boolean(hidden) && !up.includes(at)));
    }
  }
  if (!codes.length) line.append(face(game, ''));
  return line;
}

function grid(game, [, , cells]) {
  const made = element('span', { class: 'grid' });
  const [left, top] = [1, 2].map((at) => Math.min(...cells.map((cell) => cell[at])));
  for (const [code, x, y, hidden] of cells) {
    const one = face(game, code, Boolean(hidden));
    one.style.gridArea = `${y - top + 1} / ${x - left + 1}`;
    made.append(one);
  }
  return made;
}

const DRAW = {
  row,
  grid,
  pile: (game, [, , count, top]) => heap(game, top, count),
  ledger: (game, [, , lines]) => element('dl', {}, ...lines.map(([name, value]) => element('div', {}, element('dt', { text: name }), element('dd', { text: value })))),
};

export function board(game, { zones, parts }) {
  const drawn = (part) => element('div', { class: 'part' }, part[1] ? element('span', { class: 'label', text: part[1] }) : null, DRAW[part[0]](game, part));
  return element('div', { class: 'board zones' }, ...zones.map(([name, , places, markers]) => element('div', { class: 'zone' },
    element('h3', { text: name }, ...markers.map((text) => element('span', { class: 'marker', text: ` · ${text}` }))),
    element('div', { class: 'parts' }, ...places.map((at) => drawn(parts[at]))))));
}

// In pixels: how broad cards are in a picture of a table. The largest is taken with which all of it has room, and the cards
// of each player stand in one line if that can be.
const FACES = [28, 26, 24, 22, 20, 18, 16, 14, 12];

export function shrink(place) {
  const fits = (size) => {
    place.style.setProperty('--face', `${size}px`);
    return place.scrollHeight <= place.clientHeight + 1 && [...place.querySelectorAll('.parts')].every((one) => one.scrollWidth <= one.clientWidth + 1);
  };
  place.classList.add('lines');
  if (FACES.some(fits)) return;
  place.classList.remove('lines');
  place.classList.toggle('cut', !FACES.some(fits));
}
