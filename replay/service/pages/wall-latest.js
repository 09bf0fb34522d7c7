// What was decided last at any of the tables: the sentence, and the cards as everybody there knows them.

import { ask, byId, element } from './frame.js';
import { card, takeFaces } from './scribe-drawing.js';
import { SIZES, enlarge } from './wall-fitting.js';

// A long sentence is told whole, if need be in letters that are read from six times the screen's height away.
const TOLD = [...SIZES, 3.5, 3];
// Who follows on a phone scans the code beside it: the address may be smaller.
const ADDRESS = [4, 3.5, 3, 2.5, 2.2, 2, 1.8, 1.6];
// A sentence stands for as long as it takes to read it, in milliseconds.
const BLINK = 2500;
const LETTER = 55;
const MOST = 8000;
// So many places have room for what they are called.
const FEW = 2;
let drawn = '';
let shown = '';
let until = 0;
let waiting = null;

async function facesOf(game) {
  if (drawn === game) return;
  takeFaces(await ask(`/api/games/${encodeURIComponent(game)}/cards`));
  drawn = game;
}

const newest = (tables) => tables.reduce((last, one) => (!last || one.recorded_at > last.recorded_at ? one : last), null);

// Whose cards they are is told by the sentence, unless they are those of several.
function figure({ zone, part, cards }, all) {
  const isOfOne = all.every((one) => one.zone === zone);
  const place = !part || part === zone ? zone : isOfOne || zone === 'Table' ? part : `${zone}: ${part}`;
  const drawing = element('div', {}, ...cards.map(([code, hidden]) => card(code, { hidden })));
  const made = element('figure', {}, drawing, all.length <= FEW && element('figcaption', { text: place }));
  made.style.flex = `${cards.length} 1 0`;
  return made;
}

// Who has won and with what, and what the others have: a sentence that tells of the second alone leaves out who sat there too.
function endedAs(ending, scoreboard) {
  const others = scoreboard.filter(({ won, value }) => !won && value);
  const few = ending.length && scoreboard.length > 2 && others.length;
  return few ? [`${ending.join(' ')} ${others.map(({ player, value }) => `${player} ${value}`).join(', ')}.`] : ending;
}

function draw({ table, title, told, ending, cards, scoreboard }) {
  // That a match is over is told by who has won.
  byId('latest-title').textContent = [`Table ${table}`, ending.length ? '' : title].filter(Boolean).join(' · ');
  byId('cards').replaceChildren(...cards.map((one) => figure(one, cards)));
  byId('cards').style.setProperty('--count', cards.reduce((sum, one) => sum + one.cards.length, 0));
  byId('told').replaceChildren(...[...told, ...endedAs(ending, scoreboard)].map((text) => element('p', { text })));
  fitLatest();
}

// Shows the newest of all tables, unless what stands there could not be read yet.
export async function showLatest(tables, game) {
  const one = newest(tables);
  byId('latest').hidden = !one;
  if (!one) return;
  const key = JSON.stringify([one.match, one.step, one.told, one.ending]);
  if (key === shown) return;
  clearTimeout(waiting);
  const left = until - Date.now();
  if (left > 0) {
    waiting = setTimeout(() => showLatest(tables, game), left);
    return;
  }
  await facesOf(game);
  shown = key;
  until = Date.now() + Math.min(BLINK + LETTER * [...one.told, ...one.ending].join(' ').length, MOST);
  draw(one);
}

// Where all of it has no room what came of it counts, which is told last.
export function fitLatest() {
  const told = byId('told');
  while (!enlarge(told, TOLD) && told.childElementCount > 1) told.firstElementChild.remove();
  enlarge(byId('address'), ADDRESS);
}
