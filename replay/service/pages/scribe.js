// The scribe's page: who is to act, what is open as buttons, and what was entered, until it is confirmed.

import { clashOf, drawn, told } from './scribe-conflicts.js';
import { button, element, sorted, takeFaces, zones } from './scribe-drawing.js';
import { DealEntry, Entry, wayButton } from './scribe-entry.js';
import { agreeing, noting, stepping, undoing } from './scribe-mending.js';
import { plan } from './scribe-places.js';
import { Queue, ask, follow } from './scribe-queue.js';
import { Taps } from './scribe-taps.js';

const { root, match } = document.body.dataset;
const base = `${root}/api/matches/${match}`;
const byId = (id) => document.getElementById(id);
const MANY = 10;
const SURE = 'ludograph records at once';

let desk = null;
// The desk that whoever enters something has seen: news that come meanwhile are none that they know of.
let based = null;
let entry = null;
let keys = null;
let refreshing = null;
let newest = 0;
let closed = false;
const taps = new Taps();

// What stands on the stage, with the buttons below it.
function show(title, body, foot, what = null) {
  const had = byId('stage').contains(document.activeElement) || byId('foot').contains(document.activeElement);
  keys = null;
  entry = what;
  byId('stage-title').textContent = title;
  byId('stage-body').replaceChildren(...body);
  byId('foot').replaceChildren(...foot.filter(Boolean));
  document.body.classList.toggle('home', what === null);
  if (what !== null) scrollTo(0, 0);
  if (what !== null || had) byId('stage-title').focus({ preventScroll: true });
}

// Nothing can be tapped while an answer is on its way.
function hold(is) {
  byId('stage').setAttribute('aria-busy', is);
  byId('stage-body').inert = is;
  byId('foot').inert = is;
}

function trouble(message, again = null) {
  const foot = [button('Back', home, { class: 'back' }), again && button('Try again', again, { class: 'main' })];
  show('This did not work', [element('p', { class: 'warn', role: 'alert', text: message })], foot, {});
}

// The answer to a question that changes nothing; where there is none, that is said.
async function heard(request) {
  hold(true);
  try {
    return await request();
  } catch {
    trouble('The service cannot be reached now. What was confirmed is safe.', async () => {
      if (await load()) home();
    });
    return null;
  } finally {
    hold(false);
  }
}

// The same where only a good answer will do.
async function asked(request) {
  const answer = await heard(request);
  if (!answer) return null;
  const { status, body } = answer;
  if (status < 300) return body;
  if (await overtaken()) return null;
  trouble([body.message, body.rule ? `(${body.rule})` : ''].filter(Boolean).join(' '));
  return null;
}

// Whether others recorded something since an entry was begun; what that was is told in the place of why it does not fit.
async function overtaken() {
  const found = await heard(() => ask(`${base}/desk?since=${based.version}`));
  if (!found || found.status !== 200 || found.body.version === based.version) return !found;
  const body = [element('p', { class: 'warn', role: 'alert', text: 'Nothing of yours was recorded. They recorded:' }), told(found.body.since)];
  show('Somebody else was faster', body, [button('Go on', home, { class: 'main' })], {});
  heardOf(found.body.version);
  return true;
}

const doings = {
  base,
  asked,
  heard,
  home,
  show,
  trouble,
  verb: 'Record',
  desk: () => desk,
  keys: (heard) => { keys = heard; },
  // Whether the last tap records; not where a tap may have been meant for what lay there before.
  direct: () => remembered() === 'yes' && !taps.hasty,
  deskThen: () => based,
  record: (body, told) => add('actions', body, told),
  enter: (place, fields, more = {}) => new Entry(place, fields, { ...doings, ...more }),
  offer,
  add,
};

function add(kind, body, told) {
  queue.add(kind, body, told, { version: based.version, step: based.step });
  home();
}

// What is open

// The buttons of an action: one for each way to do it, or one for all where there would be too many.
function offered(from, seat, action, begin, all) {
  const place = { seat: seat.name, number: seat.seat, action };
  const ways = sorted(action.ways, ({ cards }) => cards[0]);
  if (ways.length === 1 || (all && ways.length)) return ways.map((one) => wayButton(one, () => begin(place, one.fields)));
  const [field] = action.fields;
  if (all && field && field.whose !== undefined && action.fields.every(({ name }) => [field.name, 'y'].includes(name))) {
    return [element('p', { class: 'soft', text: field.label }), ...plan(from, place, field, action.blocks, {}, (fields) => begin(place, fields))];
  }
  return [button('', () => begin(place, null), { class: 'way more' }, element('span', { text: action.told }))];
}

// What several do alike, recorded as one action of each.
function together({ told, line }) {
  const record = () => add('actions', { line }, told);
  if (doings.direct()) return record();
  return show('Is this right?', [element('p', { class: 'sentence', text: told })],
    [button('Back', home, { class: 'back' }), button('Record', record, { class: 'main confirm' })], {});
}

// All that is open at a desk, as buttons; what nobody waits for is folded away where somebody is to act.
function offer(from, begin, at = null) {
  const waits = from.open.some(({ awaited }) => awaited);
  const [main, aside] = [[], []];
  const several = from.open.filter(({ awaited }) => awaited).length > 1;
  const count = from.open.flatMap(({ actions }) => actions.filter(({ idle }) => !idle)).reduce((sum, { ways }) => sum + (ways.length || 1), 0);
  for (const seat of from.open) {
    const [first, second] = [seat.actions.filter(({ idle }) => !idle), seat.actions.filter(({ idle }) => idle)];
    for (const [actions, to] of [[first, main], [second, waits ? aside : main]]) {
      if (!actions.length) continue;
      const taps = actions.flatMap((action) => offered(from, seat, action, begin, !several || count <= MANY));
      const name = element('h3', { class: from.open.length > 1 ? '' : 'heard', text: seat.name });
      to.push(element('section', { class: 'who' }, name, element('div', { class: 'ways' }, ...taps)));
    }
  }
  const all = at === null ? from.together.map((one) => button('', () => together(one), { class: 'way all' }, element('span', { text: one.told }))) : [];
  if (all.length) main.unshift(element('section', { class: 'who' }, element('h3', { text: 'At once' }), element('div', { class: 'ways' }, ...all)));
  if (aside.length) main.push(element('details', { class: 'aside' }, element('summary', { text: 'Also possible' }), ...aside));
  return main;
}

function toAct(from) {
  if (from.awaits_deal) return 'The deal is awaited';
  const names = from.open.filter(({ awaited }) => awaited).map(({ name }) => name);
  if (!names.length) return from.result && from.result.over ? 'The match is over' : 'Nobody is to act';
  return `${names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0]} to act`;
}

function home() {
  taps.rest();
  based = desk;
  const waiting = Boolean(queue.first) || newest > desk.version;
  const over = desk.result && desk.result.over;
  const body = [...(over ? agreeing(doings) : []), ...offer(desk, (place, fields) => doings.enter(place, fields))];
  if (desk.awaits_deal && desk.result.status === 'running') {
    body.push(element('p', { text: 'Only this table knows how the cards lie.' }), button('Say how the cards lie', () => new DealEntry(doings), { class: 'main' }));
  }
  if (desk.result && desk.result.status === 'abandoned') body.unshift(element('p', { text: 'This match was abandoned.' }));
  const foot = [
    button('Undo', () => undoing(doings), { disabled: !desk.step || waiting }),
    button('Note', () => noting(doings), { disabled: waiting }),
    button('Steps', () => stepping(doings), { disabled: waiting }),
  ];
  show(queue.first ? pendingTitle(queue.first) : toAct(desk), waiting ? [] : [...body, sure()], foot);
  const known = newest <= desk.version && clashOf(queue.first) === desk.from;
  const stuck = known && queue.first && (queue.first.message || queue.first.state !== 'waiting');
  byId('stage').setAttribute('aria-busy', Boolean(waiting && !stuck));
}

const pendingTitle = ({ state }) => (state === 'waiting' ? 'One entry is not confirmed yet' : 'One entry was not recorded');

// A browser that keeps nothing is asked every time.
function remembered() {
  try {
    return localStorage.getItem(SURE);
  } catch {
    return null;
  }
}

function remember(is) {
  try {
    localStorage.setItem(SURE, is);
  } catch { /* Nothing is kept here. */ }
}

// Whether an entry is asked about before it is recorded.
function sure() {
  const box = element('input', { type: 'checkbox', id: 'sure' });
  box.checked = !doings.direct();
  box.addEventListener('change', () => remember(box.checked ? 'no' : 'yes'));
  return element('label', { class: 'sure soft', for: 'sure' }, box, 'Ask before anything is recorded');
}

// What is confirmed, and what is not

function stand([label, value, won], name, waits) {
  const who = element('bdi', { text: `${won ? '★ ' : ''}${name}` });
  return element('li', { class: waits ? 'awaited' : '' }, who, waits && element('span', { class: 'heard', text: ', to act' }),
    label ? element('span', { text: ` ${label} ` }) : null, element('b', { text: value }));
}

function drawDesk() {
  const waits = new Set(desk.open.filter(({ awaited }) => awaited).map(({ seat }) => seat));
  const last = desk.log.at(-1);
  const where = [desk.game_title, ...desk.where.map(([name, text]) => (name === 'event' ? text : `${name} ${text}`))].join(', ');
  byId('title').textContent = desk.title;
  byId('where').textContent = where;
  document.title = `${where}: ${desk.title} – Ludograph`;
  byId('board').replaceChildren(...desk.board.map((one, at) => stand(one, desk.players[at], waits.has(at + 1))));
  byId('board').dataset.players = desk.players.length;
  const told = last ? last.told.map((text) => element('p', { text })) : [];
  // What players check before they agree is there as a whole.
  byId('last').classList.toggle('whole', Boolean(desk.result && desk.result.over));
  byId('last').replaceChildren(element('p', { class: 'soft', text: desk.step ? `Step ${desk.step}, confirmed` : 'The match begins' }), ...told);
  byId('zones').replaceChildren(...zones(desk));
}

function drawPending() {
  document.body.classList.toggle('waits', Boolean(queue.first));
  const again = () => queue.again(desk);
  byId('pending').replaceChildren(...(queue.first ? [drawn(queue.first, desk, { again, leave, send: () => queue.send() })] : []));
}

function leave() {
  queue.drop();
  home();
}

function redraw() {
  drawPending();
  // What others recorded is told to whoever was not the first, and asked for where it is not known.
  if (clashOf(queue.first) !== desk.from) refresh();
  if (desk && !busy()) home();
}

const busy = () => entry !== null && !queue.first;

async function load() {
  const from = clashOf(queue.first);
  const found = await ask(`${base}/desk${from === null ? '' : `?since=${from}`}`).catch(() => null);
  if (!found) return false;
  if (found.status !== 200) {
    byId('stage-title').textContent = found.body.message || 'The service cannot be reached now.';
    closed = [401, 403, 404].includes(found.status);
    return false;
  }
  desk = { ...found.body, from };
  newest = Math.max(newest, desk.version);
  drawDesk();
  return true;
}

// Fetches the desk until it has all that is known to be recorded.
function refresh() {
  refreshing = refreshing || (async () => {
    do {
      if (!(await load()) && !closed) await new Promise((done) => { setTimeout(done, 500); });
    } while (!closed && (desk.version < newest || clashOf(queue.first) !== desk.from));
    refreshing = null;
    if (!closed) redraw();
  })();
  return refreshing;
}

function heardOf(version, others = false) {
  if (!desk || version <= desk.version) return;
  if (others && version > newest && !queue.first) taps.surprise();
  newest = Math.max(newest, version);
  refresh();
}

const queue = new Queue(base, match, () => desk && redraw(), ({ version }) => heardOf(version));

document.addEventListener('keydown', (event) => {
  if (event.target.matches('input') || event.ctrlKey || event.metaKey || event.altKey) return;
  const isEnter = event.key === 'Enter' && event.target.matches('button, summary, a');
  if (keys && !isEnter && keys(event.key)) event.preventDefault();
  else if (event.key === 'Escape' && entry) (entry.back ? entry.back() : home());
});

async function begin() {
  byId('table').open = matchMedia('(min-width: 60rem)').matches;
  while (!(await load())) {
    if (closed) return;
    await new Promise((done) => { setTimeout(done, 2000); });
  }
  const faces = await ask(`${root}/api/games/${desk.game}/cards`).catch(() => null);
  if (faces && faces.status === 200) takeFaces(faces.body);
  drawDesk();
  drawPending();
  home();
  follow(base, () => desk.version, ({ version }) => heardOf(version, true), (is) => {
    byId('link').textContent = is ? 'connected' : 'no connection';
    byId('link').classList.toggle('warn', !is);
    if (is) queue.send();
  });
  queue.send();
}

begin();

