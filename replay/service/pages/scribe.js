// The scribe's page: who is to act, what is open as buttons, and what was entered, until it is confirmed.

import { cursorOf, later, tellReset } from './cursors.js';
import { clashOf, drawn, told } from './scribe-conflicts.js';
import { drawDesk, offer as offered, toAct } from './scribe-desk.js';
import { button, element, takeFaces } from './scribe-drawing.js';
import { DealEntry, Entry } from './scribe-entry.js';
import { FORGOTTEN, hear, keep, read, remember, remembered, settle as install, sweep } from './scribe-kept.js';
import { Link } from './scribe-link.js';
import { agreeing, endedAs, noting, stepping, undoing } from './scribe-mending.js';
import { NotedEntry, behind, keptBox, knownAction, leaveOutKept, notedBox, tellHowNoted, withoutService } from './scribe-noted.js';
import { Queue, ask } from './scribe-queue.js';
import { Stage } from './scribe-stage.js';
import { Taps } from './scribe-taps.js';
import { Vault } from './scribe-vault.js';

const { root, match } = document.body.dataset;
const base = `${root}/api/matches/${match}`;
const byId = (id) => document.getElementById(id);
const PATIENCE = 3000;
const A_DAY = 24 * 3600 * 1000;
const OVER = 'This link has ended, so nothing of the match is shown here any more. To go on, scan the code of the table again, or ask the organiser.';
const LEFT = 'The links of this browser were forgotten, so nothing of the match is shown here any more.';

let desk = null;
// The desk that whoever enters something has seen, and what they noted after it: news that come meanwhile are none of theirs.
let [based, seen] = [null, null];
let game = { cards: [], actions: [] }; // the faces of its cards, and its verbs
const stage = new Stage(() => home());
let refreshing = null;
let newest = { version: 0 };
let closed = false;
let [shelving, ending] = [null, null];
let [wasUp, loading] = [null, new AbortController()];
const taps = new Taps();

function trouble(message, again = null) {
  const foot = [button('Back', home, { class: 'back' }), again && button('Try again', again, { class: 'main' })];
  stage.show('This did not work', [element('p', { class: 'warn', role: 'alert', text: message })], foot, {});
}

// The answer to a question that changes nothing. Where there is none, an entry goes on as one that is noted, and of
// anything else that is said.
async function heard(request, what = null) {
  stage.hold(true);
  try {
    const answer = await link.answerTo(request);
    return [401, 403].includes(answer.status) && (await ended()) ? null : answer;
  } catch {
    if (closed) return null;
    link.lost();
    if (what && what.place.at === undefined) NotedEntry.after(what);
    else trouble('The service cannot be reached now. What was confirmed is safe.', async () => {
      if (await load()) home();
    });
    return null;
  } finally {
    stage.hold(false);
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
  const found = await heard(() => ask(`${base}/desk?since=${cursorOf(based)}`));
  if (!found || found.status !== 200 || cursorOf(found.body) === cursorOf(based)) return !found;
  const body = [element('p', { class: 'warn', role: 'alert', text: 'Nothing of yours was recorded. They recorded:' }), told(found.body.since)];
  stage.show('Somebody else was faster', body, [button('Go on', home, { class: 'main' })], {});
  heardOf(found.body);
  return true;
}

const doings = {
  base,
  asked,
  heard,
  home,
  show: (...what) => stage.show(...what),
  trouble,
  verb: 'Record',
  desk: () => desk,
  keys: (heard) => { stage.keys = heard; },
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
  forgets: () => vault.forgets,
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
  stage.entry = null;
  stage.hold(true);
  byId('pending').inert = true;
  await done;
  byId('pending').inert = false;
  stage.hold(false);
  if (!stage.entry && desk) home();
}

// Another entry in the place of the one at which the queue has stopped.
function mend(item) {
  const record = (body, told) => queued(queue.replace(desk, 'actions', body, told));
  const begin = (place, fields) => doings.enter(place, fields, { home: open, record });
  const open = () => stage.show('What was it instead?', [element('p', { class: 'sentence', text: item.told }), ...offer(desk, begin, desk.step)], [button('Back', home, { class: 'back' })], {});
  open();
}

// What is open

// What several do alike, recorded as one action of each.
function together({ told, line }) {
  const record = () => add('actions', { line }, told);
  if (doings.direct()) return record();
  return stage.show('Is this right?', [element('p', { class: 'sentence', text: told })],
    [button('Back', home, { class: 'back' }), button('Record', record, { class: 'main confirm' })], {});
}

// All that is open at a desk; in the place of an earlier step nothing for several at once.
function offer(from, begin, at = null) {
  const all = at === null ? from.together.map((one) => button('', () => together(one), { class: 'way all' }, element('span', { text: one.told }))) : [];
  return offered(from, begin, all);
}

function home() {
  taps.rest();
  based = desk;
  seen = queue.seen(desk);
  const isAway = away();
  const isOld = Boolean(queue.first) || newest.version > desk.version || queue.latest?.version > desk.version;
  const known = newest.version <= desk.version && clashOf(queue.first) === desk.from;
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
  stage.show(title, isAway ? withoutService(open, doings) : waiting ? [] : [...open, sure()], foot);
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

function draw() {
  const last = desk.log.at(-1);
  const told = last ? last.told.map((text) => element('p', { text })) : [];
  drawDesk(desk, [element('p', { class: 'soft', text: desk.step ? `Step ${desk.step}, confirmed` : 'The match begins' }), ...told]);
}

// Whether what is entered has to wait here, as the service is not reached or cannot record.
const away = () => link.up === false || queue.fails > 1;

function drawPending() {
  const { first } = queue;
  if (!first) return byId('pending').replaceChildren();
  if (!desk) return byId('pending').replaceChildren(keptBox(queue));
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
  if (!desk) return closed && drawPending();
  drawPending();
  // What others recorded is told to whoever was not the first, and asked for where it is not known.
  if (clashOf(queue.first) !== desk.from && link.up) refresh();
  if (!busy()) home();
}

const busy = () => stage.entry !== null;

async function load() {
  const from = clashOf(queue.first);
  loading = new AbortController();
  const known = later(newest, queue.latest);
  const query = [from !== null && `since=${from}`, known.version && `seen=${cursorOf(known)}`].filter(Boolean).join('&');
  const found = await ask(`${base}/desk?${query}`, {}, loading).catch(() => null);
  if (!found) return false;
  if (closed) return false;
  const { message, version, entries_key: key, reset, ...told } = found.body;
  if (found.status !== 200 || !version) {
    byId('stage-title').textContent = message || 'The service cannot be reached now.';
    if ([401, 403, 404].includes(found.status) && message) await shut(message);
    return false;
  }
  link.answered();
  // What could not be read before is known before it is drawn.
  const unlocked = await vault.unlock(key);
  if (unlocked) await queue.load();
  if (closed) return false;
  if (unlocked && desk) queue.send();
  desk = { ...told, version, from, ends: found.ends };
  endAt(desk.ends);
  shelve();
  newest = reset ? desk : later(newest, desk);
  if (reset) {
    tellReset();
    await queue.forget();
  }
  draw();
  return true;
}

// Stores the match for when the service is not reached: of what the judge's eyes know, only what the whole table knows.
function shelve() {
  shelving = shelving || (async () => {
    let shelved = null;
    while (!closed && shelved !== desk) {
      const now = desk;
      const found = now.judge ? await ask(`${base}/desk?as=table`).catch(() => ({})) : { status: 200, body: now };
      const more = now.judge ? { from: null, ends: now.ends, judge: true, partial: true } : {};
      if (found.status === 200 && !closed) await keep(`desk ${match}`, { ...found.body, ...more });
      shelved = now;
    }
    shelving = null;
  })();
}

// Who may not look any more finds no table here; what they noted stays on the disk, for a new link.
async function shut(message) {
  [closed, desk] = [true, null];
  clearTimeout(ending);
  stage.shut(message);
  await Promise.all([queue.seal(), keep(`desk ${match}`, undefined), keep(vault.place, undefined)]);
  drawPending();
}

// Whether the session has ended; only the desk says that, for a single entry may be refused to those who stay.
const ended = async () => !(await load()) && closed;

// When a link ends its page shows nothing more, also without the service.
function endAt(ends) {
  clearTimeout(ending);
  if (!ends) return;
  const over = async () => (await load()) || closed || shut(OVER);
  ending = setTimeout(() => (Date.now() < ends ? endAt(ends) : over()), Math.min(ends - Date.now(), A_DAY));
}

// Fetches the desk until it has all that is known to be recorded.
function refresh() {
  refreshing = refreshing || (async () => {
    do {
      if (!(await load()) && !closed) await new Promise((done) => { setTimeout(done, 500); });
    } while (!closed && (desk.version < newest.version || clashOf(queue.first) !== desk.from));
    refreshing = null;
    if (!closed) redraw();
  })();
  return refreshing;
}

function heardOf(now, others = false) {
  if (!desk || now.version <= desk.version) return;
  if (others && now.version > newest.version && !queue.first) taps.surprise();
  newest = later(newest, now);
  refresh();
}

const vault = new Vault(match);
const queue = new Queue(base, match, vault, {
  changed: redraw, confirmed: heardOf, restored: refresh, heard: () => link.answered(), lost: () => link.lost(), ended,
});
const link = new Link(root, match, () => cursorOf(desk), (now) => (now.event === 'reset' ? refresh() : heardOf(now, true)), () => {
  if (closed) return;
  byId('link').textContent = link.word;
  byId('link').classList.toggle('warn', link.up === false);
  // What hung while the service was away is asked anew.
  if (link.up && !wasUp) loading.abort(queue.wake());
  // Meanwhile the session may have ended, and of a match from the disk only a part is known.
  if (link.up && wasUp === false && desk) refresh();
  if (link.up !== wasUp) {
    tellHowNoted(link.up === false);
    redraw();
  }
  wasUp = link.up;
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
  if (desk || closed) return;
  if (!kept) return void drawPending();
  if (kept.judge) await vault.begin();
  if (desk || closed) return;
  desk = kept;
  newest = later(newest, desk);
  endAt(desk.ends);
  draw();
}

async function begin() {
  byId('table').open = matchMedia('(min-width: 60rem)').matches;
  install(root);
  await sweep().catch(() => null);
  await queue.load();
  for (let first = true; !desk; first = false) {
    const there = await Promise.race([load(), first ? new Promise((done) => { setTimeout(done, PATIENCE); }) : null].filter(Boolean));
    if (closed) return void drawPending();
    if (!there) await loadKept();
    if (!desk) await new Promise((done) => { setTimeout(done, 2000); });
    else if (!there) link.lost();
  }
  const [faces, verbs] = await Promise.all(['cards', 'vocabulary'].map(known));
  if (closed) return;
  if (faces.cards) takeFaces(faces);
  game = { cards: faces.cards || [], numbers: verbs.numbers, actions: (verbs.actions || []).map((one) => ({ ...one, about: one.about.replaceAll('`', '') })) };
  if (desk.partial) leaveOutKept(desk.open, game.actions);
  draw();
  drawPending();
  home();
  // Whoever comes to put something right begins with the step that is wrong.
  if (location.hash === '#steps' && link.up !== false) stepping(doings);
  link.start();
  queue.send();
}

// By plain http nothing can be sealed, so that what is noted with the judge's eyes is on this page alone.
addEventListener('beforeunload', (event) => vault.forgets && queue.first && event.preventDefault());
hear(FORGOTTEN, () => shut(LEFT));
// A page that comes back out of the memory of its browser asks who looks now.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
begin();
