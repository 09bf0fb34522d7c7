// The director's desk: players, rounds and results, each decision once and none over another that was not seen.

import { cursorOf, later, tellReset } from './cursors.js';
import { ask, byId, element, fill, link, linked, pathName, released, serverNow, watch } from './frame.js';
import { ANYWAY, REASON, asking, button } from './desk-asking.js';
import { deciding, inviting } from './desk-matches.js';
import { decided, optionsIn, plannedIn, seatedByHand, seatedTold, seatingFields, settingFields, settingIn } from './desk-fields.js';
import { closing, currentRound, isFresh, isUnderWay, showNext, startsAbove, tickNext, unbegun } from './desk-next.js';
import { deviceRow, linkRow, placesOf } from './desk-links.js';
import { entering, exchanging, playerRow } from './desk-players.js';
import { choosingTable, movesOf, scoring, settling } from './desk-results.js';
import { REAL_CARDS, clockButtons, startAll, starting, timing } from './desk-starting.js';
import { plain } from './desk-words.js';
import { chipOf, clockOf, emblem, gameOf, howStands, isLate, isOnPaper, listed, movesBetween, seats, stageOf, standings, tableScores, tiesOf, timeIn } from './telling.js';

const { tournament } = document.body.dataset;
const api = `/api/tournaments/${pathName(tournament)}`;
const LATER = 15000;
const SAID = 60000;
const MOST_OPEN = 8;
// Of a round with more tables than this those that are over are folded: what is still played is in sight.
const MOST_TABLES = 4;
let shown = null;
// The newest version, with its head, that this desk has shown or has made itself.
let known = { version: 0 };
// Where the links of each match are for.
let places = new Map();

// Decides something over what was seen when it was asked for: what others decided since may not touch it.
async function post(what, body, key, seen) {
  const answer = await ask(`${api}/${what}`, { method: 'POST', body, headers: { 'Idempotency-Key': key, 'Ludograph-Seen': `"${cursorOf(seen)}"` } });
  known = later(known, answer);
  return answer;
}

// What was done is said for a while, with a way to take a decision back; before and after that what was decided last stands
// there.
let doneTimer = null;
function showNewest() {
  const newest = newestDecision();
  const isFirst = !newest || newest.event === 1;
  byId('done').textContent = isFirst ? '' : `Decided last: ${toldIn(newest)}`;
  byId('back').hidden = isFirst;
}
function done(message, isDecision = false) {
  byId('done').textContent = plain(message);
  byId('back').hidden = !isDecision;
  clearTimeout(doneTimer);
  doneTimer = setTimeout(() => { doneTimer = null; showNewest(); }, SAID);
  again();
}

// Asks before something is decided; `decide` says what is sent where, and what is said then, or how that follows from the answer.
function decides(title, fields, decide, more = {}) {
  let seen = known;
  asking({
    title, fields, ...more,
    send: async (said, key) => {
      const [what, body, told] = decide(said);
      try {
        const answer = await post(what, body, key, seen);
        done([typeof told === 'function' ? await told(answer) : told, ...(answer.doubts || [])].join(' '), what !== 'undo');
      } catch (wrong) {
        if (wrong.status === 409) {
          await again();
          seen = known;
          more.anew?.(wrong.message);
        }
        throw wrong;
      }
    },
  });
}

// The same for what puts a result right: it is said who stands elsewhere then.
function putsRight(title, fields, decide, more) {
  const before = seen.lines;
  decides(title, fields, (said) => {
    const [what, body, told] = decide(said);
    return [what, body, async (answer) => {
      const moved = movesBetween(before, await ask(`${api}/standings`));
      return [typeof told === 'function' ? told(answer) : told, moved && `${moved}.`].filter(Boolean).join(' ');
    }];
  }, more);
}

// What a seating says, as it is sent; seated by hand it says who sits where.
function seatingOf(said) {
  const body = { game: said.game, size: said.size, options: optionsIn(said), again: said.again };
  if (said.method !== 'hand') return { ...body, method: said.method, rounds: said.rounds && said.method !== 'swiss' ? Number(said.rounds) : null };
  return { ...body, ...seatedByHand(said.tables) };
}

function seating() {
  const present = shown.players.length - shown.withdrawn.length;
  // How many tables and byes there would be is for the program to say.
  const planned = async (said) => {
    if (!said.game || said.method === 'hand') return plannedIn(present, null);
    const body = { game: said.game, size: said.size, options: optionsIn(said), preview: true };
    return plannedIn(present, await ask(`${api}/rounds`, { method: 'POST', body }).catch((wrong) => ({ wrong: plain(wrong.message) })));
  };
  decides(byId('seat').textContent, seatingFields(shown.rounds, planned, unbegun(shown)), (said) => ['rounds', seatingOf(said), seatedTold], { action: 'Seat it', rarer: 'Options of the game' });
}

// What can count for a table, the newest first, each by where it was said to belong, how it stands, and when it was begun.
async function matchesOf(round, table) {
  const found = await ask(`${api}/rounds/${round.round}/tables/${table.table}/matches`);
  return found.map((one) => {
    const about = [one.event, one.round && `round ${one.round}`, one.table && `table ${one.table}`].filter(Boolean).join(', ');
    const how = one.status === 'over' ? seats(one.players, one.final?.scores) : `${one.players.join(', ')}: ${stageOf({ ...one, state: one.status })}, step ${one.steps}`;
    const mark = one.match === table.match ? 'counts now' : '';
    return [one.match, [mark, about, how, `begun ${timeIn(one.started_at)}`, one.source || one.match.slice(0, 8)].filter(Boolean).join(' · ')];
  });
}

const BY_ID = 'another';

async function placing(round, table) {
  const found = await matchesOf(round, table);
  const choices = [...found, [BY_ID, 'another, by its id']];
  decides(`Which match counts for table ${table.table}, round ${round.round}`, [
    { name: 'which', label: 'Match', choices, value: (found.find(([id]) => id !== table.match) || choices[0])[0] },
    { name: 'match', label: 'Its id', maxlength: 200, when: ({ which }) => which === BY_ID }, REASON, ANYWAY,
  ], ({ which, match, ...said }) => [`rounds/${round.round}/tables/${table.table}/place`, { ...said, match: which === BY_ID ? match : which }, `Table ${table.table}: that match counts.`]);
}

// The form has what stands now, and only what somebody changed in it is sent: what others decide while it is open stays.
async function setting() {
  if (shown.version < known.version) await again();
  const before = shown;
  decides('What counts', [...settingFields(before), REASON], (said) => ['settings', settingIn(said, before), 'The settings are changed.'], {
    action: 'Change it',
    preview: async (said) => ({ nodes: movesOf((await ask(`${api}/settings`, { method: 'POST', body: { ...settingIn(said, before), preview: true } })).standings) }),
  });
}

// Whether there is, or may be, another match that could count at a table; otherwise the way to one is at its match.
function isInDoubt(table, where) {
  const isStray = (text) => text.startsWith('Match ') && table.state !== 'over';
  return Boolean(table.abandoned) || shown.doubts.some((text) => text.startsWith(`${where}: `) || isStray(text));
}

const latestOf = (table) => seen.latest.find((one) => one.match === table.match);
const score = (round, table) => scoring(table.scores ? putsRight : decides, round, table, latestOf(table)?.step || 0);
const openTables = (round) => round.tables.filter(({ state }) => state !== 'over');

function tableRow(round, table) {
  const where = `Round ${round.round}, table ${table.table}`;
  const place = () => placing(round, table).catch((wrong) => done(wrong.message));
  const about = { match: table.match, players: table.players, where, place };
  const named = (text, does, more = {}) => button(text, does, { 'aria-label': `${text}: ${where}`, ...more });
  const against = seen.objections.filter((one) => one.round === Number(round.round) && one.table === Number(table.table)).map((one) => one.player);
  const stands = against.length ? `${howStands(table)}, ${listed(against)} ${against.length > 1 ? 'object' : 'objects'}` : howStands(table);
  return element('li', { class: 'entry table' },
    element('p', { class: 'where' }, element('strong', { text: `Table ${table.table}` }), element('span', { class: `chip ${against.length ? 'warn' : chipOf(table)}`, text: stands })),
    tableScores(table, latestOf(table), round.tie_by),
    element('p', { class: 'actions' },
      table.match && named('Match', () => lookAt(about)),
      table.abandoned && named('Abandoned match', () => lookAt({ ...about, match: table.abandoned })),
      table.match && table.state === 'running' && named('Links', () => inviting([about], table.players, done)),
      !shown.closed && (!table.match || table.state === 'running') && named(table.scores ? 'Put right' : table.match ? 'Result from paper' : 'Result', () => score(round, table)),
      !shown.closed && isInDoubt(table, where) && named('Which counts', place)));
}

const runningIn = (round) => round.tables.filter((one) => one.match && one.state === 'running').map((one) => ({ match: one.match, players: one.players, where: `Round ${round.round}, table ${one.table}` }));

// Links for those at the tables of a round: of one table also for each of its players.
function linking(round) {
  const running = runningIn(round);
  inviting(running, running.length === 1 ? running[0].players : [], done);
}

function tableLists(round, isOver) {
  const list = (tables) => element('ul', { class: 'entries' }, ...tables.map((one) => tableRow(round, one)));
  const settled = round.tables.filter((one) => one.state === 'over');
  if (isOver || !settled.length || round.tables.length <= MOST_TABLES) return [list(round.tables)];
  const summary = element('summary', { text: settled.length === 1 ? 'One table over' : `${settled.length} tables over` });
  return [list(round.tables.filter((one) => one.state !== 'over')), element('details', { id: `over-${round.round}` }, summary, list(settled))];
}

function roundSection(round) {
  // The start of the round that comes next stands above.
  const waits = !shown.closed && !startsAbove(seen, round) && round.tables.some((one) => one.state === 'seated');
  const running = runningIn(round);
  // What is handed out after the start stands above, too.
  const isAbove = round === currentRound(shown) && !seen.objections.length && isFresh(round, seen.latest);
  const named = (text, does, more = {}) => button(text, does, { 'aria-label': `${text}: round ${round.round}`, ...more });
  const over = round.tables.every((one) => one.state === 'over');
  return element('details', { id: `round-${round.round}`, open: !over || round === shown.rounds.at(-1) },
    element('summary', {}, element('h3', { class: 'title' }, emblem(round.game), `Round ${round.round}: ${gameOf(round.game)}${over ? ', over' : ''}`)),
    element('p', { class: 'clock', id: `clock-${round.round}`, role: 'timer', 'aria-live': 'off', text: clockOf(round) }),
    element('p', { class: 'actions' },
      waits && named(REAL_CARDS, (event) => startAll(desk, round, 'written', event)),
      waits && named('Start, the program deals', (event) => startAll(desk, round, 'each', event)),
      waits && named('Start otherwise', () => starting(desk, round)),
      !over && !shown.closed && !isAbove && !startsAbove(seen, round) && named('Clock', () => timing(desk, round)),
      ...(!over && !shown.closed && round.clock && (round.clock.since || round.clock.spent) ? clockButtons(desk, round, named) : []),
      !isAbove && round.tables.some((one) => one.match) && link('Print sheets with codes', `/tournaments/${shown.tournament}/sheets?round=${round.round}`, { class: 'button', 'aria-label': `Print sheets with codes: round ${round.round}` }),
      !isAbove && running.length > 0 && named('Links for its tables', () => linking(round)),
      link('Print seating and slips', `/tournaments/${shown.tournament}/print?round=${round.round}`, { class: 'button', target: '_blank', 'aria-label': `Print seating and slips: round ${round.round}` }),
      !shown.closed && named('Exchange two players', () => exchanging(decides, round))),
    ...tableLists(round, over),
    round.byes.length ? element('p', { text: `Bye: ${round.byes.join(', ')}` }) : null);
}

// A long list is folded when it is seen first; whoever opens it has it open.
function folded(place, count, what) {
  const box = byId(place).closest('details');
  if (!box.dataset.seen) box.open = count <= MOST_OPEN;
  box.dataset.seen = 'yes';
  box.firstElementChild.textContent = what;
}

// Nothing of a tournament changes when somebody comes in, so that its followers are told of nothing: it is looked up.
async function lookAtDevices() {
  const devices = await ask(`${api}/devices`);
  const odd = devices.filter((one) => one.refused || one.several).length;
  folded('devices', odd ? 0 : devices.length, `${devices.length === 1 ? 'One device' : `${devices.length} devices`}${odd ? `, ${odd} to look at` : ''}`);
  fill(byId('devices'), devices.length ? devices.toReversed().map((one) => deviceRow(one, places, done)) : element('li', { class: 'soft', text: 'None yet.' }));
}

// A seed as the program draws it says nothing to people; `tournament history` has it.
const toldIn = (one) => decided(one.text.replace(/, seed [0-9a-f]{32}(?=\))| \(seed [0-9a-f]{32}\)/, ''));

const decision = (one) => element('li', { value: one.event }, element(one.superseded ? 'del' : 'span', { text: toldIn(one) }),
  element('span', { class: 'soft', text: ` ${new Date(one.recorded_at).toLocaleTimeString([], { timeStyle: 'short' })}` }));

const newestDecision = () => seen.history.findLast((one) => !one.superseded && one.kind !== 'taken-back');

// Takes the newest decision back. Which one that is must be what is shown: after a decision that was not looked at yet, and
// after somebody else's, it is another, so the form is written anew.
async function takeBack(refused = '') {
  if (seen.history.at(-1).event < known.version) await again();
  const newest = newestDecision();
  const about = newest ? [element('p', {}, element('strong', { text: 'Takes back: ' }), toldIn(newest))] : [];
  decides('Take the newest decision back', [REASON], (said) => ['undo', said, `Taken back: ${toldIn(newest)}`],
    { action: 'Take it back', about, refused, anew: takeBack });
}

// What stops the next round, in words: it is mended by the buttons below, and clock and byes stand there too.
const stopping = (one) => element('li', { class: one.stops ? 'warn' : undefined, text: plain(one.text.endsWith(':') ? `${one.text} \`${one.do}\`.` : one.text) });
const checked = (found) => found.found.filter((one) => (one.stops || one.do) && !shown.doubts.includes(one.text)).map(stopping);

// What can be done about an objection: a result from paper is settled in the tournament, another in its match.
function lookInto(one) {
  const round = shown.rounds[one.round - 1];
  const table = round.tables[one.table - 1];
  if (isOnPaper(table)) return settling(putsRight, round, table, one);
  return lookAt({ match: one.match, players: table.players, where: `Round ${one.round}, table ${one.table}`, objection: one });
}

// What players say against a result, until they agree, or something is decided about their match.
function objectionRow(one) {
  const where = `Round ${one.round}, table ${one.table}`;
  return element('li', {}, element('span', {}, element('strong', { text: `${where}: ${one.player} objects. ` }), element('q', { text: one.text })),
    button('Look at it', () => lookInto(one), { 'aria-label': `Look at it: ${where}, ${one.player}` }));
}

async function look() {
  const [now, lines, history, tokens, check, objections, latest] = await Promise.all(
    [known.version ? `?seen=${cursorOf(known)}` : '', '/standings?ties=true', '/history', '/tokens', '/check', '/objections', '/latest'].map((part) => ask(api + part)),
  );
  await released();
  shown = now;
  known = now.reset ? now : later(known, now);
  if (now.reset) tellReset();
  byId('desk').hidden = false;
  late = lateTables();
  document.title = `Desk of ${now.name} – Ludograph`;
  byId('name').textContent = `${now.name}${now.closed ? ' (closed)' : ''}: desk`;
  fill(byId('doubts'), now.doubts.map((text) => element('li', { text: plain(text) })));
  // A single one stands above, unless nothing does because the tournament is closed.
  byId('objected').hidden = objections.length < (now.closed ? 1 : 2);
  fill(byId('objections'), objections.map(objectionRow));
  // While tables play they stand above; what else speaks against the next round counts once they are over.
  const plays = isUnderWay(currentRound(now));
  fill(byId('check'), plays || now.closed || !now.players.length ? [] : checked(check));
  seen = { shown, lines, check, objections, latest, history };
  if (!doneTimer) showNewest();
  showNext(seen, nextDoes);
  fill(byId('rounds'), now.rounds.toReversed().map(roundSection));
  fill(byId('players'), now.players.map((name) => playerRow(now, name, decides)));
  fill(byId('standings'), lines.length ? [standings(lines), tiesOf(now, lines)] : element('p', { class: 'empty', text: 'Nobody was entered yet.' }));
  places = placesOf(now.rounds);
  folded('links', tokens.length, tokens.length === 1 ? 'One link' : `${tokens.length} links`);
  fill(byId('links'), tokens.map((one) => linkRow(one, places, done)));
  await lookAtDevices();
  folded('history', history.length, history.length === 1 ? 'One decision' : `${history.length} decisions`);
  fill(byId('history'), history.toReversed().map(decision));
  for (const id of ['enter', 'penalty', 'settings', 'lot', 'close', 'seat']) byId(id).disabled = now.closed;
  tick();
}

let seen = null;
// What decides about a round's start and clock goes by.
const desk = { decides, post, done, again: () => again(), known: () => known, shown: () => shown, latest: () => seen.latest };
const lookAt = (about) => deciding(about, done).catch((wrong) => done(wrong.message));
// What was closed is open again once that is taken back.
const opening = () => decides('Open the tournament again', [REASON], (said) => ['undo', said, 'The tournament is open again.'], {
  action: 'Open it', about: [element('p', { text: 'Standings are not final until it is closed again.' })],
});
const nextDoes = {
  seat: seating,
  enter: () => asks.enter(),
  close: () => asks.close(),
  undo: () => asks.undo(),
  open: () => opening(),
  rounds: () => shown.rounds,
  bye: () => shown.bye,
  start: (round, dealt, event) => startAll(desk, round, dealt, event),
  startOtherwise: (round) => starting(desk, round),
  result: (round) => choosingTable(round, openTables(round), (table) => score(round, table)),
  decide: (round, { match, players, table }) => lookAt({ match, players, where: `Round ${round.round}, table ${table}` }),
  objection: lookInto,
  again: () => again(),
  tournament: () => shown.tournament,
  clock: (round) => timing(desk, round),
  links: (round) => linking(round),
};

// What goes by the clock: it is written into what stands there, so that nothing is drawn anew each second.
let late = '';
const lateTables = () => JSON.stringify((shown?.rounds || []).map((round) => round.tables.filter(isLate).map((one) => one.table)));
function tick() {
  // At one moment for all of them: the same clock never stands there twice with another time.
  const now = serverNow();
  for (const round of shown?.rounds || []) {
    const place = byId(`clock-${round.round}`);
    if (place) place.textContent = clockOf(round, now);
  }
  tickNext(shown, now);
  if (shown && new Date().getSeconds() === 0) showNext(seen, nextDoes);
  if (!shown || lateTables() === late) return;
  late = lateTables();
  showNext(seen, nextDoes);
  fill(byId('rounds'), shown.rounds.toReversed().map(roundSection));
}
setInterval(tick, 1000);

const asks = {
  enter: () => entering(decides),
  penalty: () => decides('A penalty', [
    { name: 'player', label: 'Player', choices: shown.players.map((name) => [name, name]) },
    { name: 'points', label: 'Points that are taken; below zero they are given', required: true, maxlength: 12 }, REASON,
  ], (said) => ['penalties', { ...said, points: said.points.replace(',', '.') }, 'The penalty is recorded.']),
  settings: setting,
  lot: () => decides('Draw lots', [{ name: 'seed', label: 'From a text that all have seen, such as dice', hint: 'Where nothing is said nobody can guess it.', maxlength: 100 }],
    (said) => ['lot', said, `Lots are drawn.${shown.tie_breaks.includes('lot') ? '' : ' They part nobody yet: choose the lot in “Settings”, as the last of what parts those who are tied.'}`], { action: 'Draw', about: [element('p', { text: 'All players get a place in the lots. They part those who are level in all that comes before “Lot” in “Settings”, and nobody where it is not chosen there.' })] }),
  close: () => decides('Close the tournament', [], () => ['close', {}, 'The tournament is closed.'], { action: 'Close it', about: closing(shown, seen.objections, seen.lines) }),
  seat: () => seating(),
  undo: () => takeBack(),
  invite: () => inviting([], shown.players, done),
};
for (const [id, does] of Object.entries(asks)) byId(id).addEventListener('click', does);
byId('back').addEventListener('click', () => takeBack());

const say = linked(byId('link'));
const again = watch(`${api}/follow`, look, say);
setInterval(() => document.hidden || lookAtDevices().catch(() => null), LATER);
