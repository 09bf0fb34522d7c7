// A player's page in a match with bots: what is open to their own seat as buttons, and what the others did since.

import { cursorOf, later, tellReset } from './cursors.js';
import { freshKey } from './frame.js';
import { drawDesk, listed, offer, toAct } from './scribe-desk.js';
import { button, element, takeFaces } from './scribe-drawing.js';
import { Entry } from './scribe-entry.js';
import { FORGOTTEN, hear, remember, remembered } from './scribe-kept.js';
import { Link } from './scribe-link.js';
import { undoing } from './scribe-mending.js';
import { ask, post } from './scribe-queue.js';
import { Stage } from './scribe-stage.js';
import { Taps } from './scribe-taps.js';

const { root, match } = document.body.dataset;
const base = `${root}/api/matches/${match}/play`;
const byId = (id) => document.getElementById(id);
// While a bot thinks it is looked again after so long, whatever is heard of it.
const LOOK = 5000;
const TABLE = 0;
const AWAY = 'The service cannot be reached now. What was recorded is safe.';
const LEFT = 'The links of this browser were forgotten, so nothing of the match is shown here any more.';
const LATE = 'Something was recorded meanwhile, so nothing of yours was: look, and do it again if it still fits.';

let [desk, based] = [null, null];
let verbs = [];
let [newest, refreshing, closed, timer] = [{ version: 0 }, null, false, null];
const stage = new Stage(() => home());
const taps = new Taps();

function trouble(message, again = null) {
  const foot = [button('Back', home, { class: 'back' }), again && button('Try again', again, { class: 'main' })];
  stage.show('This did not work', [element('p', { class: 'warn', role: 'alert', text: message })], foot, {});
}

// What the service answers, if it does soon; else `again` is offered.
async function heard(request, again) {
  stage.hold(true);
  try {
    const answer = await link.answerTo(request);
    if ([401, 403].includes(answer.status)) await refresh();
    return closed ? null : answer;
  } catch {
    link.lost();
    trouble(AWAY, again);
    return null;
  } finally {
    stage.hold(false);
  }
}

const why = ({ message, rule }) => [message, rule ? `(${rule})` : ''].filter(Boolean).join(' ');

// The answer to a question that changes nothing, where it is a good one.
async function asked(request) {
  const answer = await heard(request, () => refresh().then(home));
  if (!answer || answer.status < 300) return answer && answer.body;
  trouble(why(answer.body));
  return null;
}

// Records something once, however often it is sent.
function add(kind, body) {
  const headers = { 'Idempotency-Key': freshKey(), 'If-Match': `"${cursorOf(based)}"` };
  const send = async () => {
    const answer = await heard(() => post(`${base}/${kind}`, body, headers), send);
    if (!answer) return;
    if (answer.body.version && !answer.body.reset) newest = later(newest, answer.body);
    // What was tapped stands there until it is known what came of it: it must not be tapped twice.
    stage.hold(true);
    await refresh();
    stage.hold(false);
    if (closed) return;
    if (answer.status === 201) home();
    else trouble(answer.status === 409 && !answer.body.reset ? LATE : why(answer.body));
  };
  return send();
}

const doings = {
  base,
  asked,
  home,
  add,
  show: (...what) => stage.show(...what),
  verb: 'Do it',
  desk: () => desk,
  deskThen: () => based,
  verbs: () => verbs,
  keys: (heard) => { stage.keys = heard; },
  direct: () => remembered() === 'yes' && !taps.hasty,
  hasty: () => remembered() === 'yes' && taps.hasty,
  record: (body) => add('actions', body),
};

// Whether an action is asked about before it is done.
function sure() {
  const box = element('input', { type: 'checkbox', id: 'sure' });
  box.checked = remembered() !== 'yes';
  box.addEventListener('change', () => remember(box.checked ? 'no' : 'yes'));
  return element('label', { class: 'sure soft', for: 'sure' }, box, 'Ask before anything is done');
}

function title() {
  if (desk.thinking.length) return `${listed(desk.thinking)} ${desk.thinking.length > 1 ? 'are' : 'is'} thinking`;
  // What the table does is done by whoever plays.
  return desk.open.some(({ seat, awaited }) => [desk.seat, TABLE].includes(seat) && awaited) ? 'Your turn' : toAct(desk);
}

// What is open to this seat, once no bot thinks: what they do next may change it.
function opened() {
  if (desk.stopped) return [element('p', { class: 'warn', text: desk.stopped })];
  if (desk.thinking.length) return [];
  const over = desk.result.over && element('a', { class: 'button main', href: `${root}/matches/${match}/seat`, text: 'The result, and whether you agree' });
  const open = offer(desk, (place, fields) => new Entry(place, fields, doings));
  return [over, ...open, open.length ? sure() : null].filter(Boolean);
}

function home() {
  taps.rest();
  based = desk;
  const undo = button('Undo', () => undoing(doings, desk.undo), { disabled: desk.undo === null || desk.thinking.length > 0 });
  stage.show(title(), opened(), [undo]);
}

// What was done since this seat acted, each step in its sentences; at first how the match began.
function happened() {
  const since = desk.undo === null ? Math.max(0, desk.step - desk.players.length) : desk.undo + 1;
  const told = desk.log.filter(({ step }) => step >= Math.min(since, desk.step));
  return told.map((one) => element('div', {}, element('p', { class: 'soft', text: one.step ? `Step ${one.step}` : 'The match begins' }), ...one.told.map((text) => element('p', { text }))));
}

function draw() {
  drawDesk(desk, happened());
  byId('last').scrollTop = byId('last').scrollHeight;
  byId('others').href = `${root}/matches/${match}?as=${desk.seat}`;
}

// Who may not play here any more sees no hand.
function shut(message) {
  closed = true;
  clearTimeout(timer);
  stage.shut(message);
}

async function load() {
  const found = await ask(`${base}/desk${newest.version ? `?seen=${cursorOf(newest)}` : ''}`).catch(() => null);
  if (!found) return link.lost();
  if (closed) return null;
  if (found.status !== 200) {
    byId('stage-title').textContent = found.body.message || AWAY;
    if ([401, 403, 404].includes(found.status)) shut(found.body.message || AWAY);
    return null;
  }
  link.answered();
  const isNew = !desk || cursorOf(found.body) !== cursorOf(desk) || found.body.thinking.length !== desk.thinking.length;
  desk = found.body;
  newest = desk.reset ? desk : later(newest, desk);
  if (desk.reset) tellReset();
  if (isNew) draw();
  if (isNew && stage.entry === null) home();
  clearTimeout(timer);
  if (desk.thinking.length) timer = setTimeout(refresh, LOOK);
  return desk;
}

// Looks until all is there that is known to be recorded.
function refresh() {
  refreshing = refreshing || (async () => {
    do {
      if (!(await load()) && !closed) await new Promise((done) => { setTimeout(done, 1000); });
    } while (!closed && (!desk || desk.version < newest.version));
    refreshing = null;
  })();
  return refreshing;
}

const link = new Link(root, match, () => cursorOf(desk), (now) => {
  if (closed || (now.event !== 'reset' && now.version <= desk.version)) return;
  if (stage.entry === null) taps.surprise();
  if (now.event !== 'reset') newest = later(newest, now);
  refresh();
}, () => {
  if (closed) return;
  byId('link').textContent = link.word;
  byId('link').classList.toggle('warn', link.up === false);
  if (link.up && desk) refresh();
});

async function begin() {
  byId('table').open = true;
  await refresh();
  if (closed) return;
  const [faces, words] = await Promise.all(['cards', 'vocabulary'].map((what) => ask(`${root}/api/games/${desk.game}/${what}`)));
  if (closed) return;
  takeFaces(faces.body);
  verbs = words.body.actions;
  draw();
  home();
  link.eyes = desk.seat;
  link.start();
}

hear(FORGOTTEN, () => shut(LEFT));
// A page that comes back out of the memory of its browser asks who looks now.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
begin();
