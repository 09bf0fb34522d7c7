// All live tables on one page: small boards as everybody may know them, each enlarged by a tap; all on one connection.

import { cursorOf, tellReset } from './cursors.js';
import { follow } from './following.js';
import { ask, behindIn, byId, element, fill, linked, pathName, root, watch } from './frame.js';
import { board, facesOf } from './small-boards.js';
import { counted, emblem } from './telling.js';

const { tournament } = document.body.dataset;
const LIST = `/api/tables?${tournament ? `tournament=${encodeURIComponent(tournament)}&` : ''}`;
const PACE = 5000;
const SCREEN = 3;
const say = linked(byId('link'));
// By match: what is known of a table, where it is drawn, and how following it is stopped.
const tables = new Map();
let large = null;
let late = '';
let first = true;

function where({ event, round, table, title }) {
  const about = [table && `Table ${table}`, round && `round ${round}`, !tournament && event].filter(Boolean).join(', ');
  return about ? `${about}: ${title}` : title;
}

function scores({ players, board: shown, over }) {
  const list = element('ul', { class: 'scores' }, ...players.map((name, at) => {
    const [value, won] = shown?.scores[at] || ['', false];
    return element('li', {}, `${won ? '★ ' : ''}${name} `, element('b', { text: value }));
  }));
  // What is no final score yet says so.
  const counts = !over && shown?.scores.some(([value]) => value);
  return counts ? element('div', {}, element('p', { class: 'soft', text: 'Expected now:' }), list) : list;
}

function content(one) {
  if (!one.board) return [scores(one), element('p', { class: 'soft', text: one.message || '' })];
  // With real cards nothing is to be drawn before somebody records how they lie.
  if (!one.board.zones.length) return [scores(one), element('p', { class: 'told soft', text: 'Being played.' })];
  const told = one.board.told.join(' ') || one.board.title;
  return [scores(one), element('p', { class: 'told soft', text: one.over ? `Over. ${told}` : told }), board(one.game, one.board)];
}

// Only what is on the screen is drawn, or nearly so: a phone has its hands full with fifty tables.
function draw(one) {
  if (large === one) fill(byId('large-table'), content(one));
  if (!one.near) return;
  const [line, told, small] = content(one);
  // The small cards are for eyes: whoever listens has the scores here, and the cards by name where it is enlarged.
  small?.setAttribute('aria-hidden', 'true');
  one.inside.replaceChildren(...[line, told, small].filter(Boolean));
}

// Until what was drawn can be seen.
const painted = () => new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); });

// Tables that came near, drawn one by one, so that the first is seen before the second is begun.
const due = new Set();
let drawing = false;
async function drawDue() {
  if (drawing) return;
  drawing = true;
  for (const one of due) {
    await facesOf(one.game);
    if (due.delete(one)) {
      one.near = true;
      draw(one);
      await painted();
    }
  }
  drawing = false;
}

const watching = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    const one = tables.get(target.id);
    if (one && isIntersecting && !one.near) due.add(one);
    if (one && !isIntersecting) {
      due.delete(one);
      one.near = false;
    }
  }
  drawDue();
}, { rootMargin: '400px' });

function enlarge(one) {
  large = one;
  byId('large-title').textContent = where(one);
  byId('large-follow').href = `${root}/matches/${one.match}?as=table`;
  fill(byId('large-table'), content(one));
  byId('large').showModal();
}

function add(known) {
  const one = { ...known, inside: element('div', {}, scores(known)) };
  const name = `${where(one)}, ${one.players.join(', ')}`;
  one.place = element('li', { class: 'table', id: one.match, 'data-game': one.game }, element('h2', { class: 'title' }, emblem(one.game), where(one)), one.inside, element('p', { class: 'actions' },
    element('button', { type: 'button', text: 'Enlarge', 'aria-label': `Enlarge ${name}`, on: { click: () => enlarge(one) } }),
    element('a', { class: 'button', href: `${root}/matches/${one.match}?as=table`, text: 'Watch', 'aria-label': `Watch ${name}` })));
  tables.set(one.match, one);
  byId('tables').append(one.place);
  watching.observe(one.place);
}

function goOnWith(one) {
  // Where it may not be followed yet, it is looked again with the list.
  if (one.message) return;
  one.stop = follow(`board/${one.match}/table`, ({ event, board: now, over }) => {
    if (event === 'reset') return tellReset();
    Object.assign(one, { board: now, over });
    return draw(one);
  }, undefined, cursorOf(one));
}

// Which tables there are; what lies on them comes by itself after the first time.
async function look() {
  const shown = await ask(`${LIST}boards=${first}`);
  first = false;
  const now = new Set(shown.tables.map((one) => one.match));
  for (const [match, one] of tables) {
    // A table that is over stays until another takes its place or the page is opened anew.
    if (!now.has(match) && !one.over) {
      one.stop?.();
      due.delete(one);
      watching.unobserve(one.place);
      one.place.remove();
      tables.delete(match);
    }
  }
  const fresh = shown.tables.filter((one) => !tables.has(one.match));
  if (fresh.length) facesOf(fresh[0].game);
  for (const [at, one] of fresh.entries()) {
    // What a screen has comes first.
    if (at === SCREEN) await painted();
    add(one);
  }
  if (shown.name) byId('name').textContent = `${shown.name}: live tables`;
  document.title = `${byId('name').textContent} – Ludograph`;
  const left = shown.count - shown.tables.length;
  byId('count').textContent = shown.count ? `${counted(shown.count, 'table')}${left ? `, the first ${shown.tables.length} are shown` : ''}` : 'Nothing is played now.';
  late = behindIn(shown.behind);
  // What is there is seen before it is asked what comes after it.
  await painted();
  fresh.forEach((one) => tables.has(one.match) && goOnWith(tables.get(one.match)));
}

byId('close').addEventListener('click', () => byId('large').close());
byId('large').addEventListener('close', () => { large = null; });
watch(tournament ? `/api/tournaments/${pathName(tournament)}/follow` : '/api/follow', look, (message, well) => {
  say(message, well);
  if (well && late) byId('link').textContent = `live, ${late}`;
}, PACE);
