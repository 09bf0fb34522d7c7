// What a director does next: one thing that stands out, and what else is worth a look.

import { byId, element, fill, link, serverNow } from './frame.js';
import { REAL_CARDS, REAL_CARDS_MEANT } from './desk-starting.js';
import { plain } from './desk-words.js';
import { clockOf, counted, gameOf, isLate, isOnPaper, isOnPaperSoFar, listed, minutesLate, movesBetween, number, partedBy, winnersTold } from './telling.js';

const MINUTE = 60000;
// Pages without a way back to the desk: they open beside it.
const AWAY = /\/(wall|print)$/;

// How long something has lasted, in whole minutes.
const minutesSince = (time) => Math.max(0, Math.floor((serverNow() - Date.parse(time)) / MINUTE));

// How a table stands that is not over: how long it plays, whose turn it is, and since when, if that is long.
function openTable(table, latest) {
  if (table.abandoned) return 'was abandoned: enter its result, or let it go on by “Abandoned match”';
  if (table.state === 'seated') return 'has not begun';
  if (!latest || table.awaits_deal) return 'is being played';
  const quiet = minutesSince(latest.recorded_at);
  const turn = latest.to_act.length ? `${listed(latest.to_act)} to act${quiet > 4 ? ` for ${counted(quiet, 'minute')}` : ''}` : '';
  return [counted(minutesSince(latest.started_at), 'minute'), turn, latest.title].filter(Boolean).join(', ');
}

// The tables of a round that are not over, those first that are late, then those that have stood still for longest.
function waiting(round, latest) {
  const of = (table) => latest.find((one) => one.match === table.match);
  // Where nothing is recorded nobody can tell how long a table has stood still: such tables stand by their numbers.
  const still = (table) => (of(table)?.step ? Date.parse(of(table).recorded_at) : 0);
  return round.tables.filter(({ state }) => state !== 'over')
    .sort((one, other) => isLate(other) - isLate(one) || still(one) - still(other))
    .map((table) => ({ table, told: openTable(table, of(table)) }));
}

const starts = (round, does) => ({
  real: [REAL_CARDS, (event) => does.start(round, 'written', event)],
  dealt: ['Start, the program deals', (event) => does.start(round, 'each', event)],
  otherwise: ['Start otherwise', () => does.startOtherwise(round)],
});

function beforeRound(round, does) {
  const tables = counted(round.tables.length, 'table');
  const { real, dealt, otherwise } = starts(round, does);
  return {
    title: `Round ${round.round} is seated: ${tables} of ${gameOf(round.game)}.`,
    told: `${round.byes.length ? `${listed(round.byes)} ${round.byes.length === 1 ? 'sits' : 'sit'} out, a bye is worth ${number(does.bye())}. ` : ''}Start it when everybody sits${round.clock ? `: its clock of ${counted(round.clock.minutes, 'minute')} runs from then on` : '. No clock is set'}.`,
    main: real, more: [dealt, ['Clock', () => does.clock(round)], otherwise], note: REAL_CARDS_MEANT,
    about: `round ${round.round}`,
  };
}

// The way to a result that comes from paper, whichever table it is of.
const enterResult = (round, does) => ['Enter a result', () => does.result(round)];

// What is handed out after the start.
const handouts = (round, does) => [
  ['Print sheets with codes', `/tournaments/${does.tournament()}/sheets?round=${round.round}`],
  ['Links for its tables', () => does.links(round)],
  ['Clock', () => does.clock(round)],
];

// Whether a round was started and nothing was recorded in it yet, so that what is handed out stands above.
export function isFresh(round, latest) {
  const hasBegun = (table) => table.state !== 'running' || isLate(table) || latest.some((one) => one.match === table.match && one.step > 0);
  return round.tables.every((table) => table.match && !hasBegun(table));
}

// Whether a round was seated, and results of it came in without its start.
const isUnstarted = (round) => round.tables.some(({ state }) => state === 'seated') && !round.tables.some(({ state }) => state === 'running');

// Whether some of a round has begun, and not all of it is over.
export const isUnderWay = (round) => Boolean(round) && round.tables.some(({ state }) => state !== 'seated') && round.tables.some(({ state }) => state !== 'over');

// Whether the start of a round stands above: of the one that comes next, or is played without having been started.
export const startsAbove = ({ shown, objections }, round) => round === currentRound(shown) && isUnstarted(round) && !objections.length;

function duringRound(round, latest, does) {
  const over = round.tables.filter(({ state }) => state === 'over').length;
  const open = waiting(round, latest);
  return {
    title: `${over} of ${counted(round.tables.length, 'table')} over in round ${round.round}.`, told: clockOf(round), ticks: round,
    ...(isUnstarted(round) ? withoutStart(round, does) : nextAt(round, open, latest, does)),
    progress: [over, round.tables.length],
    rows: open.map(({ table, told }) => [`Table ${table.table}`, `${listed(table.players)}: ${told}`, isLate(table) && `late ${minutesLate(table) ? `${minutesLate(table)}\u00a0min` : ''}`.trim()]),
  };
}

// Results come in of a round that nobody started.
function withoutStart(round, does) {
  const { real } = starts(round, does);
  const clock = round.clock?.since ? '' : 'its clock does not run, and ';
  return {
    main: enterResult(round, does), more: [real], about: `round ${round.round}`,
    calm: `Round ${round.round} was not started: ${clock}its open tables have no codes. Results count all the same. Start it for what is still played, or go on entering results.`,
  };
}

// What comes next at tables that play. With real cards results are entered as slips come in, unless scribes record; what
// the program deals needs its sheets first, and then nothing, but for a table that is late.
function nextAt(round, open, latest, does) {
  const [first] = open;
  const isFromPaper = isOnPaperSoFar(does.rounds()) || !first.table.match || open.some(({ table }) => table.awaits_deal);
  const more = isFresh(round, latest) ? handouts(round, does) : [];
  const about = `round ${round.round}`;
  const unstarted = open.filter(({ table }) => table.state === 'seated').map(({ table }) => table.table);
  const waits = unstarted.length ? `${unstarted.length > 1 ? 'Tables' : 'Table'} ${listed(unstarted)} ${unstarted.length > 1 ? 'were' : 'was'} not started, which is done under “Rounds”. ` : '';
  if (isFromPaper) return { main: enterResult(round, does), more, about, calm: `${waits}Tables play. Enter a result when a slip comes in; a table that a scribe records ends by itself.` };
  if (more.length) return { main: more[0], more: [...more.slice(1), enterResult(round, does)], about };
  const look = [`Look at table ${first.table.table}`, () => does.decide(round, first.table)];
  if (open.some(({ table }) => isLate(table))) return { main: look, more: [enterResult(round, does)] };
  return { main: null, more: [look, enterResult(round, does)], calm: 'Nothing to do now: results come in by themselves. Who objects and who is late stands here.' };
}

function betweenRounds({ shown, lines, check, history }, does) {
  const stops = check.found.filter((one) => one.stops).map((one) => plain(one.text));
  const leaders = lines.filter(({ place }) => place === 1);
  const most = leaders[0]?.points;
  const last = shown.rounds.at(-1);
  const next = [`Seat round ${shown.rounds.length + 1}`, does.seat];
  const close = ['Close the tournament', does.close];
  const isReopened = wasClosed(history);
  const moved = isReopened ? movesBetween(finalLines(shown), lines) : '';
  const level = lines.filter(({ place, points }) => place !== 1 && points === most).map(({ player }) => player);
  const isOneReason = new Set(lines.slice(0, leaders.length + level.length - 1).map((line) => line.parted_by).filter(Boolean)).size === 1;
  const passed = isOneReason ? level : level.slice(0, 1);
  const behind = level.length ? `, ahead of ${passed.length > 3 ? `${passed.length} others` : listed(passed)}${partedBy(leaders.at(-1))}` : '';
  const leads = stops.length || !leaders.length ? '' : `${listed(leaders.map(({ player }) => player))} ${leaders.length > 1 ? 'lead' : 'leads'} with ${number(most)} ${most === 1 ? 'point' : 'points'}${behind}.`;
  return {
    title: isReopened ? 'The tournament is open again.' : `Round ${last.round} is over.`,
    told: [isReopened && 'Put right what is wrong at its table, then close it.', moved && `Since it was closed: ${moved}.`, leads].filter(Boolean).join(' '),
    main: isReopened ? close : next,
    more: [isReopened ? next : close],
    rows: stops.map((text) => ['First', text, true]),
  };
}

// Whether a tournament was closed after all that was seated, and is open again.
function wasClosed(history) {
  const at = history.findLastIndex(({ kind }) => kind === 'closed');
  return at >= 0 && !history.slice(at).some(({ kind, superseded }) => kind === 'rounds-seated' && !superseded);
}

const FINAL = 'ludograph-final-';

// The standings of a tournament are kept in this browser while it is closed, to say who has moved once it is open again.
function keepFinal({ shown, lines }) {
  if (!shown.closed) return;
  try {
    localStorage.setItem(FINAL + shown.tournament, JSON.stringify(lines.map(({ player, place }) => ({ player, place }))));
  } catch { /* A browser that keeps nothing tells of no moves. */ }
}

function finalLines({ tournament }) {
  try {
    return JSON.parse(localStorage.getItem(FINAL + tournament)) || [];
  } catch {
    return [];
  }
}

// What players say against results comes first; the round goes on meanwhile.
function withObjections({ shown, objections, latest }, round, does) {
  const [{ player, round: number, table, text }] = objections;
  const isPlayed = round && !round.tables.every(({ state }) => state === 'seated' || state === 'over');
  const { progress, rows, title: stands } = isPlayed ? duringRound(round, latest, does) : {};
  const one = {
    title: `Round ${number}, table ${table}: ${player} objects.`, quote: text,
    told: isOnPaper(shown.rounds[number - 1].tables[table - 1])
      ? 'Its result was entered from paper: put it right, or say that it stands; its players are asked again.'
      : 'Look at the match, then rule or correct it; its players are asked again.',
    about: `Round ${number}, table ${table}, ${player}`,
  };
  const several = { title: `${objections.length} players object to results.`, told: 'Each stands below, and until it is decided; then its players are asked again.', about: 'the first of them' };
  return { ...(objections.length > 1 ? several : one), main: ['Look at it', () => does.objection(objections[0])], more: [], progress, rows, meanwhile: isPlayed && stands, ticks: isPlayed && round };
}

// The first round that is seated and has not begun at any table; it can be seated anew.
export const unbegun = ({ rounds }) => rounds.find(({ tables }) => tables.every(({ state }) => state === 'seated'));

// A round is seated once the one before is over, and anew as long as it has not begun.
function offerSeating({ shown }) {
  const again = unbegun(shown);
  byId('seat').textContent = again ? `Seat round ${again.round} anew` : `Seat round ${shown.rounds.length + 1}`;
  if (!again && shown.rounds.some(({ tables }) => tables.some(({ state }) => state !== 'over'))) byId('seat').hidden = true;
}

// The round that is played or comes next: the first that is not over, or else the newest.
export const currentRound = ({ rounds }) => rounds.find(({ tables }) => tables.some(({ state }) => state !== 'over')) || rounds.at(-1);

// Who has won, and where that is shown.
function whenClosed({ shown, lines }, does) {
  const winners = winnersTold(lines, 'has won');
  const page = `/tournaments/${shown.tournament}`;
  return {
    title: 'The tournament is closed.', told: winners ? `${winners}. Standings are final; a result is put right once the tournament is open again.` : 'Standings are final.',
    main: ['Final standings', page], more: [['On the wall', `${page}/wall`], ['Print the results', `${page}/print`], ['Open it again', does.open]],
  };
}

// What is to do, given how the tournament stands.
function nextOf(seen, does) {
  const { shown, objections, latest } = seen;
  const round = currentRound(shown);
  if (shown.closed) return whenClosed(seen, does);
  if (objections.length) return withObjections(seen, round, does);
  if (!shown.players.length) return { title: 'Nobody is entered yet.', told: 'Write or paste the names of all who play.', main: ['Enter players', does.enter], more: [] };
  if (!round) return { title: `${counted(shown.players.length, 'player')} entered.`, told: 'Seat the first round once all are here.', main: ['Seat round 1', does.seat], more: [['Enter more players', does.enter]] };
  if (round.tables.every(({ state }) => state === 'seated')) return beforeRound(round, does);
  if (round.tables.some(({ state }) => state !== 'over')) return duringRound(round, latest, does);
  return betweenRounds(seen, does);
}

// Who shares the first place, and what would part them.
function sharing({ tie_breaks: breaks }, lines) {
  const first = lines.filter(({ place }) => place === 1).map(({ player }) => player);
  if (first.length < 2) return '';
  const way = breaks.includes('lot') ? 'draw lots first: “Draw lots” stands by the standings.' : 'choose the lot in “Settings”, as the last of what parts those who are tied, and draw it.';
  return `${listed(first)} share the first place. If only one of them may have it, ${way}`;
}

// What closing does, and what is open still.
export function closing(shown, objections, lines) {
  const open = shown.rounds.flatMap((round) => round.tables.filter(({ state }) => state !== 'over').map((table) => `table ${table.table} of round ${round.round}`));
  const left = [open.length && `without a result: ${listed(open)}`, objections.length && counted(objections.length, 'open objection')].filter(Boolean);
  return [
    element('p', { text: 'Standings become final, and no player, round or penalty is entered any more. “Open it again” is here then.' }),
    element('p', { class: left.length ? 'warn' : 'soft', text: left.length ? `Still open: ${left.join('; ')}.` : 'Every table has its result, and nobody objects.' }),
    ...(left.length || !sharing(shown, lines) ? [] : [element('p', { text: sharing(shown, lines) })]),
  ];
}

const KNOWN = 'ludograph-corrections-';

// At which tables something was put right since this desk was looked at last, and a way to say that it was seen.
function corrected({ shown, latest }, does) {
  const key = KNOWN + shown.tournament;
  const now = Object.fromEntries(latest.map((one) => [one.match, one.corrections]));
  let known;
  try {
    known = JSON.parse(localStorage.getItem(key));
    localStorage.setItem(key, JSON.stringify(known ? { ...now, ...known } : now));
  } catch { /* A browser that keeps nothing tells of all of them. */ }
  const fresh = latest.filter((one) => one.corrections > (known?.[one.match] ?? 0));
  if (!fresh.length) return null;
  const seen = () => {
    try {
      localStorage.setItem(key, JSON.stringify(now));
    } catch { /* The same. */ }
    does.again();
  };
  return element('p', {}, `Put right since your last look: ${listed(fresh.map((one) => `table ${one.table} (${counted(one.corrections - (known?.[one.match] ?? 0), 'time')})`))}. `,
    element('button', { type: 'button', text: 'I have seen it', on: { click: seen } }));
}

// A table that is not over: where it is, who sits there, and how it goes on.
const openRow = ([where, told, isBad]) => element('li', { class: isBad ? 'late' : undefined },
  element('strong', { text: where }), isBad && where !== 'First' && element('span', { class: 'chip warn', text: isBad }), element('span', { text: told }));

const clockKind = (text) => (text.includes('over time') ? 'clock warn' : 'clock');

// The clock above goes on by itself, with those below.
export function tickNext(shown, now) {
  const place = byId('next-clock');
  if (!place || !shown) return;
  const text = clockOf(currentRound(shown), now);
  place.textContent = text;
  place.className = clockKind(text);
}

export function showNext(seen, does) {
  keepFinal(seen);
  const next = nextOf(seen, does);
  const named = (text) => (/^(Start|Look at it|Print|Links|Clock)/.test(text) && next.about ? `${text}: ${next.about}` : undefined);
  const button = ([text, does_], more = {}) => (typeof does_ === 'string'
    ? link(text, does_, { 'aria-label': named(text), class: `button ${more.class || ''}`, target: AWAY.test(does_) ? '_blank' : undefined })
    : element('button', { type: 'button', text, 'aria-label': named(text), on: { click: does_ }, ...more }));
  const pressed = element('p', { class: 'actions' }, next.main && button(next.main, { class: 'main' }), ...next.more.map((one) => button(one)));
  const actions = next.note ? element('div', {}, pressed, element('p', { class: 'soft', text: next.note })) : pressed;
  const course = [
    next.progress && element('progress', { value: next.progress[0], max: next.progress[1], 'aria-label': 'Tables that are over' }),
    next.rows?.length ? element('ul', { class: 'open' }, ...next.rows.map(openRow)) : null,
  ];
  const told = [next.quote && element('p', {}, element('q', { text: next.quote })), next.told && !next.ticks && element('p', { text: next.told })];
  const clock = next.ticks && clockOf(next.ticks);
  const time = clock ? element('p', { id: 'next-clock', class: clockKind(clock), role: 'timer', 'aria-live': 'off', text: clock }) : null;
  if (next.calm) told.push(element('p', { text: next.calm }));
  if (next.meanwhile && next.told) told.push(element('p', { text: next.told }));
  if (!next.meanwhile) told.push(time);
  const below = next.meanwhile ? [actions, element('p', { class: 'meanwhile', text: next.meanwhile }), time, ...course] : [...course, actions];
  fill(byId('next'), element('h2', { id: 'next-title', text: next.title }), ...told, ...below, corrected(seen, does));
  // What can be pressed here does not stand below once more.
  const here = [next.main, ...next.more].map((one) => one?.[1]);
  for (const id of ['enter', 'close', 'seat', 'undo']) byId(id).hidden = here.includes(does[id]);
  if (seen.shown.closed) byId('close').hidden = true;
  offerSeating(seen);
  // Where nobody is entered nothing can be seated, and where nothing is seated nobody penalised and nothing closed yet.
  if (!seen.shown.players.length) byId('seat').hidden = true;
  for (const id of ['penalty', 'lot']) byId(id).hidden = !seen.shown.rounds.length;
  if (!seen.shown.rounds.length) byId('close').hidden = true;
}
