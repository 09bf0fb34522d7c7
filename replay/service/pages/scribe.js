// The scribe's page: who is to act, what is open as buttons, and what was entered, until it is confirmed.

import { clashOf, drawn, told } from './scribe-conflicts.js';
import { button, element, sorted, takeFaces, zones } from './scribe-drawing.js';
import { DealEntry, Entry, wayButton } from './scribe-entry.js';
import { keep, read, remember, remembered, settle as install } from './scribe-kept.js';
import { Link } from './scribe-link.js';
import { agreeing, endedAs, noting, stepping, undoing } from './scribe-mending.js';
import { NotedEntry, behind, knownAction, notedBox, tellHowNoted, withoutService } from './scribe-noted.js';
import { plan } from './scribe-places.js';
import { Queue, ask } from './scribe-queue.js';
import { Taps } from './scribe-taps.js';

const { root, match } = document.body.dataset;
const base = `${root}/api/matches/${match}`;
const byId = (id) => document.getElementById(id);
const MANY = 10;
const FEW = 4;
const PATIENCE = 3000;

let desk = null;
// The desk that whoever enters something has seen, and what they noted after it: news that come meanwhile are none of theirs.
let [based, seen] = [null, null];
let game = { cards: [], actions: [] }; // the faces of its cards, and its verbs
let entry = null;
let keys = null;
let refreshing = null;
let newest = 0;
let closed = false;
let [wasUp, loading] = [null, new AbortController()];
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

// The answer to a question that changes nothing. Where there is none, an entry goes on as one that is noted, and of
// anything else that is said.
async function heard(request, what = null) {
  hold(true);
  try {
    return await link.answerTo(request);
  } catch {
    link.lost();
    if (what && what.place.at === undefined) NotedEntry.after(what);
    else trouble('The service cannot be reached now. What was confirmed is safe.', async () => {
      if (await load()) home();
    });
    return null;
  } finally {
    hold(false);
  }
}

// The same where only a good answer will do.
async function asked(request, what = null) {
  const answer = await heard(request, what);
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
  // Whether it is asked about only because a tap was quick.
  hasty: () => remembered() === 'yes' && taps.hasty,
  deskThen: () => based,
  record: (body, told) => add('actions', body, told),
  enter: (place, fields, more = {}) => (link.up === false && place.at === undefined
    ? new NotedEntry({ ...place, action: knownAction(place.action, doings) }, fields, { ...doings, ...more })
    : new Entry(place, fields, { ...doings, ...more })),
  isAway: () => link.up === false,
  cards: () => game.cards,
  numbers: () => game.numbers,
  verbs: () => game.actions.filter((one) => !(desk.switched_off || []).includes(one.do)),
  offer,
  add,
};

// Kept first, and then shown as noted. Where the queue has stopped, what is entered belongs before that.
function add(kind, body, told) {
  return queued(queue.stopped && link.up ? queue.before(desk, kind, body, told) : queue.add(kind, body, told, seen));
}

// Nothing can be tapped until the queue is on the disk as it was wanted.
async function queued(done) {
  entry = null;
  hold(true);
  byId('pending').inert = true;
  await done;
  byId('pending').inert = false;
  hold(false);
  if (!entry) home();
}

// Another entry in the place of the one at which the queue has stopped.
function mend(item) {
  const record = (body, told) => queued(queue.replace(desk, 'actions', body, told));
  const begin = (place, fields) => doings.enter(place, fields, { home: open, record });
  const open = () => show('What was it instead?', [element('p', { class: 'sentence', text: item.told }), ...offer(desk, begin, desk.step)], [button('Back', home, { class: 'back' })], {});
  open();
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
    // What can be done in many ways comes after what is one button: Pass stays on the screen.
    const awaited = seat.actions.filter(({ idle }) => !idle);
    const [first, second] = [[...awaited.filter(({ ways }) => ways.length <= FEW), ...awaited.filter(({ ways }) => ways.length > FEW)], seat.actions.filter(({ idle }) => idle)];
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
  seen = queue.seen(desk);
  const isAway = away();
  const isOld = Boolean(queue.first) || newest > desk.version || queue.latest?.version > desk.version;
  const known = newest <= desk.version && clashOf(queue.first) === desk.from;
  const stopped = queue.stopped && !isAway && known;
  const waiting = isOld && !stopped;
  const over = desk.result && desk.result.over;
  const open = isOld && isAway ? [] : [...(over ? agreeing(doings) : []), ...offer(desk, (place, fields) => doings.enter(place, fields))];
  if (!isAway && desk.awaits_deal && desk.result.status === 'running') {
    open.push(element('p', { text: 'Only this table knows how the cards lie.' }), button('Say how the cards lie', () => new DealEntry(doings), { class: 'main' }));
  }
  if (desk.result && desk.result.status === 'abandoned') open.unshift(element('p', { text: endedAs(desk) }));
  const foot = [
    button('Undo', () => undoing(doings), { disabled: !desk.step || waiting }),
    button('Note', () => noting(doings), { disabled: waiting }),
    button('Steps', () => stepping(doings), { disabled: waiting || isAway }),
  ];
  const count = queue.items.length;
  const title = stopped ? 'What came before it?' : waiting && isAway ? 'What happened next?' : count ? pendingTitle(queue) : toAct(desk);
  document.body.classList.toggle('away', isAway);
  show(title, isAway ? withoutService(open, doings) : waiting ? [] : [...open, sure()], foot);
  byId('stage').setAttribute('aria-busy', Boolean(waiting && !isAway && !(known && queue.first && queue.first.message)));
}

function pendingTitle({ items, first }) {
  if (first.state !== 'waiting') return 'One entry was not recorded';
  return items.length > 1 ? `${items.length} entries are not confirmed yet` : 'One entry is not confirmed yet';
}

// Whether an entry is asked about before it is recorded.
function sure() {
  const box = element('input', { type: 'checkbox', id: 'sure' });
  box.checked = remembered() !== 'yes';
  box.addEventListener('change', () => remember(box.checked ? 'no' : 'yes'));
  return element('label', { class: 'sure soft', for: 'sure' }, box, 'Ask before anything is recorded');
}

// What is confirmed, and what is not

// Before the end what stands there is what is to be expected, and not what somebody has on the table.
function stand([label, value, won], name, waits, over) {
  const who = element('bdi', { text: `${won ? '★ ' : ''}${name}` });
  return element('li', { class: waits ? 'awaited' : '' }, who, waits && element('span', { class: 'heard', text: ', to act' }),
    label ? element('span', { text: over ? ` ${label} ` : ' expects ' }) : null, element('b', { text: value }));
}

function drawDesk() {
  const waits = new Set(desk.open.filter(({ awaited }) => awaited).map(({ seat }) => seat));
  const last = desk.log.at(-1);
  const where = [desk.game_title, ...desk.where.map(([name, text]) => (name === 'event' ? text : `${name} ${text}`))].join(', ');
  byId('title').textContent = desk.title;
  byId('where').textContent = where;
  document.title = `${where}: ${desk.title} – Ludograph`;
  byId('board').replaceChildren(...desk.board.map((one, at) => stand(one, desk.players[at], waits.has(at + 1), desk.result?.over)));
  byId('board').dataset.players = desk.players.length;
  const told = last ? last.told.map((text) => element('p', { text })) : [];
  // What players check, a scoring in the middle of a match or before they agree, is there as a whole.
  byId('last').classList.toggle('whole', Boolean((desk.result && desk.result.over) || (last && last.decides)));
  byId('last').replaceChildren(element('p', { class: 'soft', text: desk.step ? `Step ${desk.step}, confirmed` : 'The match begins' }), ...told);
  byId('zones').replaceChildren(...zones(desk));
}

// Whether what is entered has to wait here, as the service is not reached or cannot record.
const away = () => link.up === false || queue.fails > 1;

function drawPending() {
  const { first } = queue;
  if (!first) return byId('pending').replaceChildren();
  if (away() && !queue.stopped) return byId('pending').replaceChildren(notedBox(queue, queued, byId('pending')));
  const more = [
    first.state === 'waiting' && !first.tried && button('Take it out', () => queued(queue.takeOut(first.key)), { class: 'out' }),
    queue.stopped && first.kind === 'actions' && button('Enter another instead', () => mend(first)),
  ].filter(Boolean);
  const box = drawn(first, desk || {}, { again, leave, send: () => queue.wake(), more });
  box.append(...[behind(queue, queued)].filter(Boolean));
  return byId('pending').replaceChildren(box);
}

const leave = () => queued(queue.drop(desk));
const again = () => queued(queue.again(desk));

function redraw() {
  if (!desk) return;
  drawPending();
  // What others recorded is told to whoever was not the first, and asked for where it is not known.
  if (clashOf(queue.first) !== desk.from && link.up) refresh();
  if (!busy()) home();
}

const busy = () => entry !== null;

async function load() {
  const from = clashOf(queue.first);
  loading = new AbortController();
  const found = await ask(`${base}/desk${from === null ? '' : `?since=${from}`}`, {}, loading).catch(() => null);
  if (!found) return false;
  if (found.status !== 200 || !found.body.version) {
    byId('stage-title').textContent = found.body.message || 'The service cannot be reached now.';
    closed = [401, 403, 404].includes(found.status) && Boolean(found.body.message);
    // Who may not look any more finds no table here either; what they noted stays, for a new link.
    if (closed) keep(`desk ${match}`, undefined);
    return false;
  }
  link.answered();
  desk = { ...found.body, from };
  keep(`desk ${match}`, desk);
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

const queue = new Queue(base, match, { changed: redraw, confirmed: ({ version }) => heardOf(version), heard: () => link.answered(), lost: () => link.lost() });
const link = new Link(root, match, () => desk.version, ({ version }) => heardOf(version, true), () => {
  byId('link').textContent = link.word;
  byId('link').classList.toggle('warn', link.up === false);
  // What hung while the service was away is asked anew.
  if (link.up && !wasUp) loading.abort(queue.wake());
  if (link.up !== wasUp) {
    tellHowNoted(link.up === false);
    redraw();
  }
  wasUp = link.up;
});

document.addEventListener('keydown', (event) => {
  if (event.target.matches('input') || event.ctrlKey || event.metaKey || event.altKey) return;
  const isEnter = event.key === 'Enter' && event.target.matches('button, summary, a');
  if (keys && !isEnter && keys(event.key)) event.preventDefault();
  else if (event.key === 'Escape' && entry) (entry.back ? entry.back() : home());
});

// What is known of the game: kept here from the last time, or fetched.
async function known(what) {
  const address = `${root}/api/games/${desk.game}/${what}`;
  const kept = await read(`${what} ${desk.game}`);
  const fresh = ask(address).then(({ status, body }) => {
    if (status !== 200) return {};
    keep(`${what} ${desk.game}`, body);
    return body;
  });
  if (!kept) return fresh.catch(() => ({}));
  fresh.catch(() => null);
  return kept;
}

// The match as it stood when it was seen last, where the service does not answer in time.
async function loadKept() {
  const kept = await read(`desk ${match}`);
  if (!kept || desk || closed) return;
  desk = kept;
  newest = Math.max(newest, desk.version);
  drawDesk();
}

async function begin() {
  byId('table').open = matchMedia('(min-width: 60rem)').matches;
  install(root);
  await queue.load();
  for (let first = true; !desk; first = false) {
    const there = await Promise.race([load(), first ? new Promise((done) => { setTimeout(done, PATIENCE); }) : null].filter(Boolean));
    if (closed) return void drawPending();
    if (!there) await loadKept();
    if (!desk) await new Promise((done) => { setTimeout(done, 2000); });
    else if (!there) link.lost();
  }
  const [faces, verbs] = await Promise.all(['cards', 'vocabulary'].map(known));
  if (faces.cards) takeFaces(faces);
  game = { cards: faces.cards || [], numbers: verbs.numbers, actions: (verbs.actions || []).map((one) => ({ ...one, about: one.about.replaceAll('`', '') })) };
  drawDesk();
  drawPending();
  home();
  // Whoever comes to put something right begins with the step that is wrong.
  if (location.hash === '#steps' && link.up !== false) stepping(doings);
  link.start();
  queue.send();
}

begin();
