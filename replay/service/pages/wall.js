// Standings and tables for a big screen: it turns its own pages, and nobody has to touch it.

import { ask, behindIn, byId, element, linked, watch } from './frame.js';
import { clockOf, gameOf, howStands, isLate, number, seats } from './telling.js';

const { tournament } = document.body.dataset;
const api = `/api/tournaments/${encodeURIComponent(tournament)}`;
const TURN = 12000;
const ANCHORED = 300000;
const say = linked(byId('link'));
let parts = [];
let at = 0;
let late = '';

const cell = (text, kind, tag = 'td') => element(tag, { text, class: kind, scope: tag === 'th' ? 'row' : undefined });

const place = (line) => element('tr', {},
  cell(number(line.place), 'number'), cell(line.player, 'name', 'th'), cell(number(line.points), 'number'), cell(number(line.played), 'number played'));

const seat = (one) => element('tr', { class: isLate(one) ? `${one.state} late` : one.state },
  cell(one.table, 'number'), cell(seats(one.players, one.scores), 'name', 'th'), cell(howStands(one), 'state'));

const grid = (heads, rows) => element('table', {},
  element('thead', {}, element('tr', {}, ...heads.map(([text, kind]) => element('th', { text, class: kind, scope: 'col' })))),
  element('tbody', {}, ...rows));

const STANDINGS = [['Place', 'number'], ['Player', 'name'], ['Points', 'number'], ['Played', 'number played']];
const TABLES = [['Table', 'number'], ['Players', 'name'], ['How it stands', 'state']];

// Puts rows on as many pages as the screen needs: so many as fit are tried.
function paged(title, heads, rows) {
  const board = byId('board');
  const pages = [];
  let left = rows;
  while (left.length) {
    const table = grid(heads, left);
    board.replaceChildren(table);
    const bottom = board.getBoundingClientRect().bottom;
    const made = [...table.tBodies[0].rows];
    const over = made.findIndex((row) => row.getBoundingClientRect().bottom > bottom);
    const fits = over < 0 ? left.length : Math.max(over, 1);
    pages.push({ title, table: grid(heads, left.slice(0, fits)) });
    left = left.slice(fits);
  }
  return pages;
}

function show() {
  at = parts.length ? at % parts.length : 0;
  if (!parts.length) {
    byId('title').textContent = 'Nothing is seated yet';
    byId('board').replaceChildren();
    return;
  }
  byId('title').textContent = parts[at].title;
  byId('board').replaceChildren(parts[at].table);
  byId('part').textContent = parts.length > 1 ? `${at + 1} of ${parts.length}` : '';
}

// The clock counts by itself, and is told to nobody who cannot see it but when they look: each second would be too much.
let lateNow = '';
function tick() {
  const round = seen?.[0].rounds.at(-1);
  byId('clock').textContent = round ? clockOf(round) : '';
  const now = (round?.tables || []).filter(isLate).map((one) => one.table).join(' ');
  if (now !== lateNow) draw();
  lateNow = now;
}

let seen = null;
function draw() {
  if (!seen) return;
  const [shown, lines] = seen;
  byId('name').textContent = shown.name;
  document.title = `${shown.name} – Ludograph`;
  const last = shown.rounds.at(-1);
  const tables = last ? paged(`Round ${last.round}: ${gameOf(last.game)}`, TABLES, [
    ...last.tables.map(seat),
    ...(last.byes.length ? [element('tr', {}, cell('', 'number'), cell(last.byes.join(', '), 'name', 'th'), cell('bye', 'state'))] : []),
  ]) : [];
  const begun = shown.rounds.some((one) => one.tables.some((each) => each.state !== 'seated'));
  const standing = begun ? paged(shown.closed ? 'Final standings' : 'Standings', STANDINGS, lines.map(place)) : [];
  parts = [...tables, ...standing];
  show();
  byId('clock').textContent = last ? clockOf(last) : '';
}

async function look() {
  const found = await Promise.all([ask(api), ask(`${api}/standings`)]);
  late = behindIn(found[0].behind);
  if (JSON.stringify(found) === JSON.stringify(seen)) return;
  seen = found;
  draw();
}

// One digest of the whole store, which a photograph keeps: `verify --anchor EVENTS:DIGEST` compares it.
async function anchor() {
  const found = await ask('/api/anchor').catch(() => null);
  if (!found?.anchor) return;
  const count = found.events === null ? '' : `${found.events}:`;
  byId('anchor').textContent = `Anchor of ${found.recorded_at.slice(0, 16).replace('T', ' ')} UTC: ${count}${found.anchor}`;
  draw();
}

anchor();
setInterval(anchor, ANCHORED);
watch(`${api}/follow`, look, (message, well) => {
  say(message, well);
  if (well) byId('link').textContent = late;
});
addEventListener('resize', draw);
setInterval(tick, 1000);
setInterval(() => {
  at += 1;
  show();
}, TURN);
