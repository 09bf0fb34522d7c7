// A player's page: the final scores and how they came about, to which they agree or object, and are asked again.

import { cursorOf, tellReset } from './cursors.js';
import { ask, byId, element, fill, focusOn, freshKey, link, linked, nameOf } from './frame.js';
import { follow } from './following.js';

const { match } = document.body.dataset;
const api = `/api/matches/${match}`;
const AGAIN = 3000;
const say = linked(byId('link'));
let shown = null;
// What is being written against the result, by seat, so that news do not take it away.
const writing = new Map();
const told = new Map();
// While what was sent is looked up, what is said of it stays.
let saying = false;
// Stops following the tournament in which the result was entered.
let entered = null;

// What one score is made of: 75 (gold) + 40 (cards) = 115.
function sumOf({ sum, score }) {
  // Nought too: whoever checks a sum looks for each of its parts.
  const parts = Object.entries(sum);
  if (parts.length < 2) return '';
  const text = parts.map(([label, amount], at) => {
    if (!at) return `${amount} (${label})`;
    return typeof amount === 'number' && amount < 0 ? `− ${-amount} (${label})` : `+ ${amount} (${label})`;
  });
  return `${text.join(' ')} = ${score}`;
}

function rankRow(rank) {
  const sum = sumOf(rank);
  const marks = [rank.won && 'wins', rank.forfeited && 'forfeits'].filter(Boolean).join(', ');
  return element('li', { class: 'rank' },
    element('span', { class: 'place', text: rank.place === null ? '–' : `${rank.place}.` }),
    element('span', {}, element('bdi', { text: rank.player }), marks && element('span', { class: 'soft', text: ` ${marks}` })),
    element('b', { text: rank.score === null ? '–' : `${rank.score}` }),
    sum ? element('p', { class: 'sum soft', text: sum }) : null);
}

function rulingRow(one) {
  const points = Object.entries(one.adjust).map(([name, given]) => `${name} ${given > 0 ? '+' : ''}${given}`);
  const does = [...points, ...one.forfeit.map((name) => `${name} forfeits`)].join(', ');
  const gone = one.withdrawn ? ' (withdrawn)' : '';
  return element('li', { text: `${[one.text || 'A ruling', does && `[${does}]`].filter(Boolean).join(' ')}${gone}` });
}

// What is agreed or objected to: the scores, how they came about, and the rulings on them.
function scoresShown() {
  const { status, ending, rulings, rulings_withdrawn } = shown.result;
  return JSON.stringify([status, ending, rulings, rulings_withdrawn]);
}

// Sends one entry over what is shown, until it is answered. Whoever else agreed or remarked meanwhile has changed nothing
// of the scores: then it is sent again over the match as it is now. Scores that were changed ask again.
async function send(seat, what, body) {
  told.set(seat, 'One moment …');
  draw();
  const meant = scoresShown();
  try {
    for (let again = true; again;) again = !(await sent(what, body)) && (await look(), scoresShown() === meant);
    if (scoresShown() === meant) {
      told.delete(seat);
      writing.delete(seat);
    } else told.set(seat, 'The scores were changed meanwhile: look again, and say it again if you still mean it.');
  } catch (wrong) {
    told.set(seat, wrong.message);
  }
  saying = true;
  await look().catch(() => draw());
  saying = false;
}

// Whether it was recorded; not where something else was recorded before it.
async function sent(what, body) {
  const headers = { 'Idempotency-Key': freshKey(), 'If-Match': `"${cursorOf(shown)}"` };
  try {
    await ask(`${api}/${what}`, { method: 'POST', body, headers });
    return true;
  } catch (wrong) {
    if (wrong.status === 409 && !wrong.said.reset) return false;
    throw wrong;
  }
}

const button = (text, does, more = {}) => element('button', { type: 'button', text, on: { click: does }, ...more });

function objecting({ seat, player }) {
  const id = `why-${seat}`;
  const area = element('textarea', { id, rows: 4, maxlength: 1000, on: { input: () => writing.set(seat, area.value) } });
  area.value = writing.get(seat);
  const go = () => {
    if (area.value.trim()) return send(seat, 'objections', { text: area.value.trim(), as: player });
    told.set(seat, 'Write what is wrong first: nothing was sent.');
    draw();
    return byId(id).focus();
  };
  const stop = () => {
    writing.delete(seat);
    draw();
  };
  return [
    element('label', { for: id, text: 'What is wrong? The director reads it, and nobody else.' }), area,
    element('p', { class: 'actions' }, button('Send it', go, { class: 'main' }), button('Cancel', stop)),
  ];
}

function choosing(one) {
  const agree = () => send(one.seat, 'confirmations', { as: one.player });
  const object = () => {
    writing.set(one.seat, '');
    draw();
    byId(`why-${one.seat}`).focus();
  };
  return [element('p', { class: 'actions' }, button('I agree', agree, { class: 'main', 'aria-label': `I agree: ${one.player}` }), button('I object', object, { 'aria-label': `I object: ${one.player}` }))];
}

// The way to the step at which a player lost most, on the page of the match; or what to ask for.
function judgedBox({ player }) {
  if (!shown.lost_at) return null;
  if (shown.lost_at[player] === null) return element('p', { class: 'soft', text: shown.how_to_judge });
  const to = `/matches/${match}?as=${encodeURIComponent(player)}#${shown.lost_at[player]}`;
  return element('p', { class: 'actions' }, link('Where did I lose this?', to, { class: 'button', 'aria-label': `Where did I lose this? ${player}` }), ` ${shown.lost_by[player]}`);
}

// What a seat has said, and is asked.
function seatBox(one) {
  const { objection } = one;
  const parts = [];
  if (one.agrees) parts.push(element('p', { class: 'well', text: '✓ You agree to these scores.' }));
  if (objection?.open) parts.push(element('p', { class: 'warn', text: 'You object: the director sees it until it is dealt with. This page asks you again when something was decided.' }), element('blockquote', { text: objection.text }));
  if (objection && !objection.open) parts.push(element('p', { class: 'warn', text: 'You objected, and something was decided since: look at the scores again.' }), element('blockquote', { text: objection.text }));
  if (!one.agrees && one.agreed_before && !objection) parts.push(element('p', { class: 'warn', text: 'What you agreed to holds no more: these are the final scores now.' }));
  if (writing.has(one.seat)) parts.push(...objecting(one));
  else if (one.agrees) parts.push(element('p', { class: 'actions' }, button('I object after all', () => { writing.set(one.seat, ''); draw(); byId(`why-${one.seat}`).focus(); }, { 'aria-label': `I object after all: ${one.player}` })));
  else parts.push(...choosing(one));
  parts.push(element('p', { class: 'soft', role: 'status', text: told.get(one.seat) || '' }));
  return element('section', { class: 'box', 'aria-label': one.player }, element('h2', { text: `${one.player}: do you agree?` }), ...parts, judgedBox(one));
}

function draw() {
  const { result } = shown;
  const over = result.status === 'over' && result.ending;
  byId('title').textContent = `${shown.title}: ${shown.seats.map(({ player }) => player).join(' and ')}`;
  document.title = `${byId('title').textContent} – Ludograph`;
  byId('place').textContent = [shown.event, shown.round && `round ${shown.round}`, shown.table && `table ${shown.table}`].filter(Boolean).join(', ');
  byId('waits').hidden = Boolean(over);
  byId('play').hidden = !shown.plays;
  byId('final').hidden = !over;
  if (result.status === 'abandoned') byId('waits').textContent = 'This match was abandoned: there is no result to agree to.';
  if (!over) return;
  const rulings = [...result.rulings, ...result.rulings_withdrawn].map(rulingRow);
  const others = Object.keys(result.scores).filter((name) => result.confirmed.includes(name));
  const typed = document.activeElement?.id;
  const used = byId('final').contains(document.activeElement) ? nameOf(document.activeElement) : null;
  fill(byId('final'), [
    element('h2', { text: 'Final scores' }),
    element('ol', { class: 'ranking' }, ...result.ending.ranking.map(rankRow)),
    element('p', { text: result.ending.reason }),
    result.ending.without_rulings && element('p', { class: 'soft', text: `Without the rulings: ${result.ending.without_rulings}` }),
    rulings.length ? element('section', {}, element('h2', { text: 'Rulings' }), element('ul', {}, ...rulings)) : null,
    shown.changes?.length ? element('section', {}, element('h2', { text: 'Put right since' }), element('ul', {}, ...shown.changes.map((text) => element('li', { text })))) : null,
    ...shown.seats.map(seatBox),
    element('p', { class: 'soft', text: others.length ? `Agreed so far: ${others.join(', ')}.` : 'Nobody has agreed so far.' }),
  ]);
  if (typed && typed.startsWith('why-')) byId(typed)?.focus();
  else if (used) focusOn(byId('final'), used);
}

async function look() {
  const now = await ask(`${api}/agreement${shown ? `?seen=${cursorOf(shown)}` : ''}`);
  if (now.reset) tellReset();
  else if (now.version < shown?.version) return;
  // What was said about an entry is old news once something else was recorded.
  if (shown && (now.reset || now.version > shown.version) && !saying) told.clear();
  shown = now;
  draw();
  // A result from paper is put right in its tournament, and nothing of that reaches the match.
  if (now.tournament && !entered) entered = follow(`tournament/${now.tournament}`, () => look().catch((wrong) => say(wrong.message, false)));
}

async function begin() {
  try {
    await look();
  } catch (wrong) {
    say(wrong.message, false);
    if (wrong.status === 0 || wrong.status >= 500 || wrong.status === 429) setTimeout(begin, AGAIN);
    return;
  }
  const again = () => look().catch((wrong) => say(wrong.message, false));
  follow(`match/${match}/`, ({ event, version }) => (event === 'reset' || version > shown.version) && again(), (state, why) => {
    say(why || 'Not connected: what stands here may be old. It is tried again by itself.', state === 'live');
    if (state === 'live') again();
  }, cursorOf(shown));
}

begin();
