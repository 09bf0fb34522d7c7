// A match through several eyes side by side, at the same step, for whoever speaks about it; and where the public is.

import { cursorOf, tellReset } from './cursors.js';
import { follow } from './following.js';
import { ask, behindIn, byId, element, linked, pathName } from './frame.js';
import { board, facesOf } from './small-boards.js';

const { match } = document.body.dataset;
const MOST = 4;
const AGAIN = 3000;
const PUBLIC = 5000;
const say = linked(byId('link'));
let eyes = new URLSearchParams(location.search).getAll('as');
// The step that is looked at; null for the newest.
let at = location.hash ? Number(location.hash.slice(1)) : null;
let seen = null;
let asking = false;
let askAgain = false;
let leave = null;
let followed = '';

function panel({ as: name, board: shown }) {
  const scores = shown.scores.map(([value, won], seat) => element('li', {}, `${won ? '★ ' : ''}${seen.players[seat]} `, element('b', { text: value })));
  const whose = name === 'table' || name === 'judge' ? `As the ${name} knows it` : `As ${name} knows it`;
  const inside = element('div', { class: 'inside', tabindex: '0', role: 'region', 'aria-label': `${whose}: the table` }, board(seen.game, shown));
  return element('section', {}, element('h2', { text: whose }), element('ul', { class: 'scores' }, ...scores), inside);
}

function where() {
  if (!seen.behind) return seen.status === 'running' ? 'The public sees the same step: this service has no delay.' : '';
  const far = `The public is ${behindIn(seen.behind)}`;
  return seen.public === null ? `${far}, and cannot follow this match yet.` : `${far}: at step ${seen.public}.`;
}

function drawChoice() {
  const chosen = seen.eyes.map((one) => one.as);
  const boxes = seen.may.map((name) => {
    const box = element('input', { type: 'checkbox', value: name, checked: chosen.includes(name), disabled: !chosen.includes(name) && chosen.length >= MOST });
    return element('label', {}, box, ` ${name}`);
  });
  const alone = seen.may.length < 2 && element('p', { class: 'soft', text: 'You see what everybody at the table does: open the link of a token for more (ludograph token new).' });
  byId('choice').replaceChildren(byId('choice').firstElementChild, ...boxes, ...(alone ? [alone] : []));
}

function drawEyes() {
  // What somebody had scrolled to stays in sight.
  const before = [...document.querySelectorAll('.inside')].map((one) => one.scrollTop);
  byId('eyes').replaceChildren(...seen.eyes.map(panel));
  byId('eyes').dataset.count = seen.eyes.length;
  [...document.querySelectorAll('.inside')].forEach((one, place) => { one.scrollTop = before[place] || 0; });
}

async function draw(found) {
  await facesOf(found.game);
  const isOther = !seen || JSON.stringify([found.may, found.eyes.map((one) => one.as)]) !== JSON.stringify([seen.may, seen.eyes.map((one) => one.as)]);
  seen = found;
  // The step is told as those know it who know most of it.
  const knowing = seen.may.map((name) => seen.eyes.find((one) => one.as === name)).find(Boolean);
  byId('name').textContent = `${seen.title}: ${seen.players.join(', ')}`;
  document.title = `${seen.title}, commentary – Ludograph`;
  byId('public').textContent = where();
  byId('step').textContent = `Step ${seen.step} of ${seen.last}`;
  byId('title').textContent = knowing.board.title;
  byId('told').replaceChildren(...knowing.board.told.map((text) => element('p', { text })));
  for (const [id, ends] of [['first', 0], ['back', 0], ['on', seen.last], ['newest', seen.last]]) byId(id).disabled = seen.step === ends;
  drawEyes();
  if (isOther) drawChoice();
}

// One question at a time; what was asked meanwhile is asked after it.
async function look() {
  if (asking) {
    askAgain = true;
    return;
  }
  asking = true;
  const query = [...eyes.map((name) => `as=${encodeURIComponent(name)}`), ...(at === null ? [] : [`at=${at}`])];
  try {
    await draw(await ask(`/api/matches/${pathName(match)}/commentary?${query.join('&')}`));
    listen();
  } catch (wrong) {
    say(wrong.message, false);
    // A step that was taken back is there no more.
    if (wrong.status === 422 && at !== null) at = null;
    else if (wrong.status === 401 || wrong.status === 403) for (const id of ['eyes', 'told']) byId(id).replaceChildren();
    setTimeout(look, AGAIN);
  }
  asking = false;
  if (askAgain) {
    askAgain = false;
    look();
  }
}

// Of something new tells the topic of the first of these eyes.
function listen() {
  const topic = `board/${seen.match}/${seen.eyes[0].as}`;
  if (topic === followed) return;
  leave?.();
  followed = topic;
  leave = follow(topic, ({ event }) => {
    if (event === 'reset') tellReset();
    look();
  }, (state, why) => {
    say(why || 'Not connected: what stands here may be old. It is tried again by itself.', state === 'live');
    // These eyes are closed to this browser now, and nothing of what they saw stays.
    if (state === 'refused') look();
  }, cursorOf(seen));
}

function go(wanted) {
  if (!seen) return;
  const step = Math.max(0, Math.min(seen.last, wanted));
  at = step === seen.last ? null : step;
  history.replaceState(null, '', at === null ? `${location.pathname}${location.search}` : `#${at}`);
  look();
}

function choose() {
  eyes = [...byId('choice').querySelectorAll('input:checked')].map((one) => one.value);
  const query = eyes.map((name) => `as=${encodeURIComponent(name)}`).join('&');
  history.replaceState(null, '', `${location.pathname}${query && `?${query}`}${location.hash}`);
  for (const one of byId('choice').querySelectorAll('input:not(:checked)')) one.disabled = eyes.length >= MOST;
  look();
}

const WAYS = { first: () => go(0), back: () => go(seen.step - 1), on: () => go(seen.step + 1), newest: () => go(seen.last) };
const KEYS = { Home: WAYS.first, ArrowLeft: WAYS.back, ArrowRight: WAYS.on, End: WAYS.newest };
for (const [id, does] of Object.entries(WAYS)) byId(id).addEventListener('click', does);
byId('choice').addEventListener('change', choose);
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !seen || !Object.hasOwn(KEYS, event.key)) return;
  event.preventDefault();
  KEYS[event.key]();
});
look();
// Where the public is goes on while nothing is recorded.
setInterval(() => { if (!document.hidden && seen?.behind && seen.public !== seen.last) look(); }, PUBLIC);
