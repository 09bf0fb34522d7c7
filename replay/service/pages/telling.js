// How tournaments and matches are told on the pages: tables, results and standings.

import { element, root, serverNow } from './frame.js';

const STATES = { seated: 'to be played', running: 'being played', over: 'over', abandoned: 'abandoned' };
const games = JSON.parse(document.body.dataset.games || '{}');
export const gameOf = (id) => games[id] || id;
export const stateOf = (state) => STATES[state] || state;
export const stageOf = (one) => stateOf(one.state);
// What parts those who are tied, in place of the words that only players of other tournaments know.
export const BREAKS_MEANT = {
  wins: 'who has more wins', score: 'whose final scores make the greater sum', opponents: 'whose opponents have more points', 'opponents-mean': 'whose opponents have more points on average',
  'opponents-elsewhere': 'whose opponents have more points on average from matches without them, so that it does not count how many sat at a table',
  buchholz: 'whose tables were stronger, over all rounds', 'buchholz-cut-1': 'whose tables were stronger, over all rounds but the weakest', 'buchholz-median': 'whose tables were stronger, without the weakest and the strongest round',
  'head-to-head': 'who did better where they met', best: 'whose best match is worth more', lot: 'whose lot was drawn first',
};
export const BREAKS = { wins: 'Wins', score: 'Score', opponents: 'Opponents', 'opponents-mean': 'Mean of opponents', 'opponents-elsewhere': 'Opponents elsewhere', buchholz: 'Buchholz', 'buchholz-cut-1': 'Buchholz (cut 1)', 'buchholz-median': 'Buchholz (median)', 'head-to-head': 'Head to head', best: 'Best', lot: 'Lot' };

// A noun for so many: minute, minutes, match, matches. And both: `1 minute`, `3 minutes`.
export const noun = (many, what) => (many === 1 ? what : `${what}${what.endsWith('ch') ? 'es' : 's'}`);
export const counted = (many, what) => `${many} ${noun(many, what)}`;

const PARTED_BY = {
  wins: 'more wins', score: 'higher scores', opponents: 'stronger opponents', 'opponents-mean': 'stronger opponents', 'opponents-elsewhere': 'stronger opponents', buchholz: 'stronger tables',
  'buchholz-cut-1': 'stronger tables', 'buchholz-median': 'stronger tables', 'head-to-head': 'head to head', best: 'a better match', lot: 'lot',
};

export const listed = (names) => (names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`);

// Numbers as people read them: to three decimals at most; several side by side.
export function number(value) {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(number).join(' ');
  return typeof value === 'number' ? String(Math.round(value * 1000) / 1000) : String(value);
}

// The plus behind the score of who won a tie of scores, as `58+`.
const plusOf = (written, name) => /\+*$/.exec(written?.[name] || '')[0];

// What everybody at a table has, by name: what they came to, or what they have now, as the scoreboard of the match says it.
export function scoresIn({ players, scores, written }, scoreboard) {
  const final = (name) => (scores[name] === null ? 'forfeits' : number(scores[name]) + plusOf(written, name));
  return Object.fromEntries(players.map((name, at) => [name, scores ? final(name) : scoreboard?.[at]?.value || '']));
}

// Who sits somewhere, with what they came to or have now.
export function seats(players, scores, scoreboard) {
  const told = scoresIn({ players, scores }, scoreboard);
  return players.map((name) => (told[name] ? `${name} ${told[name]}` : name)).join(', ');
}

// Names with what each has; `told` says of a name its value, and whether somebody has won (`won`) or is to act (`acts`).
export function scoreList(players, told) {
  return element('ul', { class: 'scores' }, ...players.map((name, at) => {
    const { value, kind } = told(name, at);
    return element('li', { class: kind || undefined }, kind === 'won' && element('span', { class: 'heard', text: 'won: ' }), element('span', { text: name }), ' ', element('b', { text: value }));
  }));
}

// Where a match belongs: its tournament, round and table.
export const placeOf = (one) => [one.event, one.round && `round ${one.round}`, one.table && `table ${one.table}`].filter(Boolean).join(' · ');

// What the scoreboard of a match that is played counts: `Expected points`, for it has what would come of the match if it
// went on as it stands, and no final score; nothing where it counts nothing yet.
export const countedIn = (scoreboard) => [...new Set((scoreboard || []).map((one) => one.label && expectedIn(one.label)).filter(Boolean))].join(', ');

export const expectedIn = (label) => `Expected ${label.slice(0, 1).toLowerCase()}${label.slice(1)}`;

// A time as it is read from a clock: 12:30, or 1:02:30.
function lasting(seconds) {
  const two = (value) => String(value).padStart(2, '0');
  const all = Math.abs(Math.trunc(seconds));
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

// What the clock of a round shows now; nothing where there is none, or the round is over.
export function clockOf(round, now = serverNow()) {
  const { clock } = round;
  if (!clock || round.tables.every((one) => one.state === 'over')) return '';
  if (!clock.since && !clock.spent) return `${counted(clock.minutes, 'minute')}, from the start on`;
  const whole = clock.minutes * 60 - clock.spent;
  // Never more than when it began to run, whatever clock this machine has.
  const left = clock.since ? Math.min((Date.parse(clock.ends_at) - now) / 1000, whole) : whole;
  return `${lasting(left)} ${left >= 0 ? 'left' : 'over time'}${clock.since ? '' : ', the clock is stopped'}`;
}

// Whether a table should have come to its end by now.
export const isLate = (table) => table.state !== 'over' && Boolean(table.late_from) && Date.parse(table.late_from) <= serverNow();
// Since how many whole minutes.
export const minutesLate = (table) => (isLate(table) ? Math.floor((serverNow() - Date.parse(table.late_from)) / 60000) : 0);
export const howStands = (table) => (isLate(table) ? `${stageOf(table)}, late` : stageOf(table));

// Whether what counts at a table was entered and is no match, in which it could be corrected or ruled on.
export const isOnPaper = (table) => Boolean(table.scores) && !table.match;

// Whether all results so far came from paper, so that those to come will, too.
export function isOnPaperSoFar(rounds) {
  const over = rounds.flatMap(({ tables }) => tables).filter(({ state }) => state === 'over');
  return over.length > 0 && over.every(isOnPaper);
}

// Of which kind the chip is that says how a table stands: live is what is recorded as it is played.
export const chipOf = (table) => (isLate(table) ? 'warn' : table.awaits_deal ? '' : { running: 'live', over: 'good' }[table.state] || '');

export const timeIn = (text, timeStyle = 'short') => new Date(text).toLocaleString([], { dateStyle: 'short', timeStyle });

// What a table has now; before anything is recorded there what is only expected says nothing.
export const boardNow = (latest) => (latest?.step || !countedIn(latest?.scoreboard) ? latest?.scoreboard : undefined);

// Whether somebody won a tie of scores at a table.
export const hasTieWon = ({ players, scores, written }) => Boolean(scores) && players.some((name) => plusOf(written, name));

// What everybody at a table has: what they came to, or what they have now, and what that counts; `tieBy` is what breaks ties.
export function tableScores(table, latest, tieBy) {
  const scoreboard = boardNow(latest);
  const scores = scoresIn(table, scoreboard);
  const counted = table.scores ? '' : countedIn(scoreboard);
  const winners = Array.isArray(table.winners) ? table.winners : [];
  const kind = (name) => (winners.includes(name) ? 'won' : table.state === 'running' && latest?.to_act.includes(name) ? 'acts' : '');
  return element('div', { class: 'counts' }, counted && element('span', { class: 'soft', text: counted }), scoreList(table.players, (name) => ({ value: scores[name], kind: kind(name) })),
    hasTieWon(table) && element('span', { class: 'soft', text: `+ won the tie${tieBy ? `, by ${tieBy}` : ''}` }));
}

// By what somebody stands before the next, who has as many points: `by lot`; nothing where points do it, or nothing does.
export const partedBy = ({ parted_by: by }) => (by ? ` by ${PARTED_BY[by] || by}` : '');

// Who is first, and by what where others have as many points: `Ann wins by lot`.
export function winnersTold(lines, wins = 'wins') {
  const first = lines.filter(({ place }) => place === 1);
  const told = listed(first.map(({ player }) => player));
  return first.length > 1 ? `${told} share the first place` : first.length ? `${told} ${wins}${partedBy(first[0])}` : '';
}

// What stands behind a name in standings: who has withdrawn, and whom somebody is ahead of by a tie-break.
export const besides = (line, next) => [
  line.withdrawn && element('span', { class: 'soft gone', text: ' (withdrawn)' }),
  line.parted_by && element('span', { class: 'soft parted' }, element('span', { class: 'heard', text: ` ahead of ${next.player}` }), partedBy(line)),
];

const BY_OPPONENTS = ['opponents-mean', 'opponents-elsewhere', 'buchholz', 'buchholz-cut-1', 'buchholz-median'];

// What parts those who are tied, each word explained, and what counts for whoever left or sat out.
export function tiesOf({ tie_breaks: breaks, rounds }, lines) {
  if (!breaks.length) return null;
  const terms = breaks.flatMap((name) => [element('dt', { text: BREAKS[name] || name }), element('dd', { text: BREAKS_MEANT[name] || '' })]);
  const byOpponents = breaks.some((name) => BY_OPPONENTS.includes(name));
  const isUneven = rounds.some(({ tables }) => new Set(tables.map(({ players }) => players.length)).size > 1);
  const more = [
    breaks.includes('opponents-mean') && isUneven && 'Tables differ in size: where more sit, each of the others has less on average, so that the mean of opponents puts who sat at a larger table behind; “Opponents elsewhere” in its place does not.',
    byOpponents && lines.some(({ withdrawn }) => withdrawn) && 'Whoever has withdrawn counts, for those who met them, with their points and an average seat for each round since: nobody loses by having met them early.',
    breaks.some((name) => name.startsWith('buchholz')) && lines.some(({ byes, withdrawn }) => byes || withdrawn) && 'For Buchholz a round without opponents counts as one against somebody of as many points, and where a round is cut one that was missed goes first; the mean of opponents leaves it out.',
  ].filter(Boolean);
  const reasons = lines.map((line) => line.before_next).filter(Boolean);
  if (reasons.length) more.unshift(...reasons);
  return element('details', { id: 'ties' }, element('summary', { text: 'What parts those who are tied' }),
    element('p', { class: 'soft', text: 'The first that differs counts:' }), element('dl', {}, ...terms), ...more.map((text) => element('p', { class: 'soft', text })));
}

// By how many places somebody is ahead of where they stood before, or behind it, as both are shown.
export const movedBy = (was, place) => (typeof was === 'number' && typeof place === 'number' ? was - place : 0);

// A place as it is said: 1st, 2nd, 11th.
export function nth(place) {
  const last = place % 100 > 10 && place % 100 < 14 ? 0 : place % 10;
  return `${place}${['th', 'st', 'nd', 'rd'][last] || 'th'}`;
}

const MOST_MOVED = 8;

// Who stands elsewhere than before, by the lines of both standings: `Dora 6th to 3rd`.
export function movesBetween(before, lines) {
  const was = new Map(before.map(({ player, place }) => [player, place]));
  const moved = lines.filter(({ player, place }) => movedBy(was.get(player), place)).map(({ player, place }) => `${player} ${nth(was.get(player))} to ${nth(place)}`);
  const left = moved.length - MOST_MOVED;
  return [...moved.slice(0, MOST_MOVED), ...(left > 0 ? [left === 1 ? 'and one more' : `and ${left} more`] : [])].join(', ');
}

// The same as what is seen of it, and heard.
export function movement(by) {
  if (!by) return [];
  return [element('span', { class: 'heard', text: by > 0 ? 'up ' : 'down ' }), element('span', { 'aria-hidden': 'true', text: by > 0 ? '▲' : '▼' }), String(Math.abs(by))];
}

// Standings as a table; those columns are left out in which nobody has anything.
export function standings(lines) {
  const breaks = lines.length ? Object.keys(lines[0].tie_breaks) : [];
  const some = (of) => lines.some((line) => of(line));
  const columns = [
    ['Place', (line) => number(line.place), 'number'],
    ['Player', (line) => line.player, 'name'],
    ['Points', (line) => number(line.points), 'number'],
    ...breaks.filter((name) => some((line) => line.tie_breaks[name] !== null))
      .map((name) => [BREAKS[name] || name, (line) => number(line.tie_breaks[name]), 'number more']),
  ];
  const heads = columns.map(([title, , kind]) => element('th', { text: title, class: kind, scope: 'col' }));
  const rows = lines.map((line, row) => element('tr', {}, ...columns.map(([, of, kind], at) => (
    element(at === 1 ? 'th' : 'td', { class: kind, scope: at === 1 ? 'row' : undefined }, of(line), ...(at === 1 ? besides(line, lines[row + 1]) : []))))));
  return element('table', {}, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...rows));
}

// The emblem of a game, to stand before its title, which says the same in words: out of the one file of all emblems.
export function emblem(game) {
  const [drawn, used] = ['svg', 'use'].map((tag) => document.createElementNS('http://www.w3.org/2000/svg', tag));
  drawn.setAttribute('class', 'emblem');
  drawn.setAttribute('aria-hidden', 'true');
  used.setAttribute('href', `${new URL('./emblems.svg', import.meta.url).pathname}#${game}`);
  drawn.append(used);
  return drawn;
}

// What the link to a match is called: the same players may have begun the same game again, so that what was abandoned is told
// apart by how far it came, and the second in which it was begun.
export function matchName({ title, players, status, steps, started_at: started }) {
  const name = `${title}: ${players.join(', ')}`;
  return status === 'abandoned' ? `${name}, ${stateOf(status)} at step ${steps}, begun ${timeIn(started, 'medium')}` : name;
}

// A match in a list: where it leads, who plays with what, where it belongs, and how it stands.
export function matchCard(one, extra = []) {
  const isOver = one.status === 'over' && one.final;
  const scores = scoresIn({ players: one.players, scores: isOver ? one.final.scores : null }, one.scoreboard);
  const winners = isOver && Array.isArray(one.final.winners) ? one.final.winners : [];
  const how = one.status === 'running' ? (one.awaits_deal ? STATES.running : `being played, step ${one.steps}`) : isOver ? '' : stateOf(one.status);
  return element('li', { class: 'entry', 'data-game': one.game },
    element('p', { class: 'where' }, element('a', { href: `${root}/matches/${one.match}`, class: 'follow', 'aria-label': matchName(one) }, emblem(one.game), one.title),
      element('span', { class: 'soft date', text: one.played_on || one.started_at?.slice(0, 10) || '' })),
    scoreList(one.players, (name) => ({ value: scores[name], kind: winners.includes(name) ? 'won' : '' })),
    element('p', { class: 'soft', text: [placeOf(one), how].filter(Boolean).join(' · ') }),
    ...extra);
}
