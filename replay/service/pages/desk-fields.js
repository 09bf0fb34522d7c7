// What the desk asks for a seating, the options of a game, and what counts, as fields; and what was said in them.

import { namesIn } from './desk-players.js';
import { BREAKS, BREAKS_MEANT, clockOf, counted, listed, number } from './telling.js';

const games = JSON.parse(document.body.dataset.games);
const options = JSON.parse(document.body.dataset.options);
const BY_PLACE = 'places';
const LEAST_BREAKS = 4;
// So many who meet again are named.
const PAIRS = 5;
const SCORINGS = [['wins', '1 for a win'], ['score', 'its final score'], ['share', 'its part of all scores at the table'], ['duplicate', 'better than the same seat elsewhere, with the same deal'], [BY_PLACE, 'points for each place']];
const ORDER = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth', 'Ninth', 'Tenth'];

const nameIn = (game, option) => `option-${game}-${option}`;
const written = (value) => (Array.isArray(value) ? value.join(' ') : value === null ? '' : String(value));

// An option of a game, as it was said last or else as is usual.
function optionField(game, one, said) {
  const field = { name: nameIn(game, one.name), label: one.label, rare: true, when: (now) => now.game === game };
  const value = one.name in said ? said[one.name] : one.usual;
  if (one.kind === 'flag') return { ...field, type: 'checkbox', label: `${field.label}: ${one.about}`, value };
  if (one.kind === 'word') {
    const words = one.words.map((word) => [word, word.replaceAll('_', ' ')]);
    return { ...field, hint: one.about, value: written(value), choices: one.optional ? [['', 'none'], ...words] : words };
  }
  const usual = written(one.usual) ? ` Usually ${written(one.usual)}.` : ' It can be left out.';
  return { ...field, hint: one.about + usual, value: written(value), maxlength: 200 };
}

// A text as the value that it stands for: a number, several of them, a word, or nothing.
function valueIn(text, one) {
  const values = text.split(/[\s,]+/).filter(Boolean).map((word) => (/^-?\d+$/.test(word) ? Number(word) : word));
  if (one.kind === 'list') return values;
  return values.length ? values[0] : null;
}

// The options of the game that was chosen, where they are other than usual.
export function optionsIn(said) {
  const found = {};
  for (const one of options[said.game] || []) {
    const text = said[nameIn(said.game, one.name)];
    const value = typeof text === 'boolean' ? text : valueIn(text, one);
    if (written(value) !== written(one.usual)) found[one.name] = value;
  }
  return found;
}

// So many tables, and of how many if they are alike, else of how many each.
const tablesIn = (sizes) => `${counted(sizes.length, 'table')} of ${new Set(sizes).size === 1 ? sizes[0] : listed(sizes.map(String))}`;

// What would come of a seating, as the service works it out, for so many who take part; or why nothing would.
export function plannedIn(present, plan) {
  const told = `${present} ${present === 1 ? 'takes' : 'take'} part`;
  if (!plan) return `${told}.`;
  if (plan.wrong) return `${told}. ${plan.wrong}`;
  if (!plan.byes) return `${told}: ${tablesIn(plan.tables)}, nobody sits out.`;
  const out = `${plan.byes} ${plan.byes === 1 ? 'sits' : 'sit'} out (a bye is worth ${number(plan.bye)})`;
  return `${told}: ${tablesIn(plan.tables)}, and ${out}.${plan.size_without_byes ? ` With ${plan.size_without_byes} nobody sits out.` : ''}`;
}

// Who meets again, each pair with the rounds in which they do; the first few of them are named.
function againTold(pairs) {
  const some = pairs.slice(0, PAIRS).map(({ players, rounds }) => `${listed(players)} (${rounds.length === 1 ? 'round' : 'rounds'} ${listed(rounds)})`);
  const more = pairs.length - PAIRS;
  return [...some, ...(more > 0 ? [more === 1 ? '1 more pair' : `${more} more pairs`] : [])].join(', ');
}

// What was seated, by what the service answers, and who meets again there.
export function seatedTold({ rounds, meeting_again: again }) {
  const [{ round, tables, byes }] = rounds;
  const one = `${tablesIn(tables.map(({ players }) => players.length))}${byes.length ? `; ${listed(byes)} ${byes.length === 1 ? 'sits' : 'sit'} out` : ''}`;
  const seated = rounds.length === 1 ? `Round ${round} is seated: ${one}.` : `Rounds ${round} to ${rounds.at(-1).round} are seated, the first with ${one}.`;
  return again.length ? `${seated} Who meets again: ${againTold(again)}.` : seated;
}

function sizeOf(last) {
  const sizes = last ? last.tables.map(({ players }) => players.length).sort((one, other) => one - other) : [];
  return [...new Set([sizes.at(0), sizes.at(-1)])].filter(Boolean).join('-');
}

// A seating as it is written by hand.
const asLines = ({ tables, byes }) => [...tables.map(({ players }) => players.join(', ')), ...(byes.length ? [`bye: ${byes.join(', ')}`] : [])].join('\n');

// The same as it is sent: who sits at each table, and who sits out.
export function seatedByHand(text) {
  const lines = text.split('\n').map((one) => one.trim()).filter(Boolean);
  const isBye = (line) => line.toLowerCase().startsWith('bye:');
  return { tables: lines.filter((one) => !isBye(one)).map(namesIn), byes: lines.filter(isBye).flatMap((one) => namesIn(one.slice(4))) };
}

// Who of those that a seating puts at one table sat at one in these rounds, and in which of them.
function metBefore({ tables }, rounds) {
  const folded = (name) => name.toLowerCase();
  const isAt = (players, pair) => pair.every((name) => players.map(folded).includes(folded(name)));
  const pairs = tables.flatMap((names) => names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other])));
  const met = pairs.map((pair) => ({ players: pair, rounds: rounds.filter((one) => one.tables.some(({ players }) => isAt(players, pair))).map(({ round }) => round) }));
  return met.filter((one) => one.rounds.length);
}

// How a seating is written by hand, and who of it has met already; a round that is seated anew does not count.
function handTold({ tables, again }, rounds, unbegun) {
  const before = again && unbegun ? rounds.slice(0, rounds.indexOf(unbegun)) : rounds;
  const met = metBefore(seatedByHand(tables), before);
  return `Ann, Ben, Cleo. A line that begins with “bye:” has those who sit out.${met.length ? ` Who has met before: ${againTold(met)}.` : ''}`;
}

// The options of all games, each where its game is chosen; as they were the `last` time.
export const optionFields = (last = null) => Object.entries(options).flatMap(([game, every]) => every.map((one) => optionField(game, one, last?.game === game ? last.options : {})));

// Nobody has standings before the first round: it is seated by lot.
export function seatingFields(rounds, planned, unbegun) {
  const last = rounds.at(-1);
  const isFirst = !last || unbegun?.round === '1';
  return [
    { name: 'game', label: 'Game', required: true, choices: [...(last ? [] : [['', 'choose one']]), ...Object.entries(games)], value: last ? last.game : undefined },
    { name: 'size', label: 'Players at a table', value: sizeOf(last), placeholder: '4, or 3-4', hint: planned, maxlength: 5 },
    { name: 'method', label: 'How', value: isFirst ? 'random' : 'swiss', choices: [['swiss', 'swiss: by the standings'], ['random', 'random: by lot'], ['spread', 'spread: as few as can be meet twice'], ['hand', 'by hand']] },
    { name: 'rounds', label: 'So many rounds at once', type: 'number', min: 1, max: 100, placeholder: '1', when: ({ method }) => ['random', 'spread'].includes(method) },
    { name: 'tables', label: 'By hand: a table on each line, players in the order of their seats', type: 'lines', value: unbegun ? asLines(unbegun) : '', hint: (said) => handTold(said, rounds, unbegun), when: ({ method }) => method === 'hand' },
    ...optionFields(last),
    { name: 'again', rare: true, label: 'Seat anew what has not begun', type: 'checkbox', value: Boolean(unbegun) },
  ];
}

// What counts, and what is allowed

const ALLOWANCES = [
  ['shares', 'In matches that start from now on, those who look on see each player\'s share of the win'],
  ['hints', 'In matches that start from now on, players may ask for hints'],
];

const scoringOf = (text) => (text.startsWith(`${BY_PLACE}=`) ? BY_PLACE : text);

// What a match is worth, and what parts those who are tied: each is explained once it is chosen.
export function countFields({ scoring, tie_breaks: chosen }) {
  const count = Math.min(Math.max(LEAST_BREAKS, chosen.length + 1), ORDER.length);
  const choices = [['', 'nothing more'], ...Object.entries(BREAKS)];
  const meant = (name) => (BREAKS_MEANT[name] ? `Ahead is ${BREAKS_MEANT[name]}.` : '');
  return [
    { name: 'scoring', label: 'A match is worth', value: scoringOf(scoring), choices: SCORINGS },
    { name: 'places', label: 'Points for each place, the first first', value: scoring.split('=')[1] || '', hint: 'As 5, 3, 1. A place that is not named gets 0.', maxlength: 200, when: (said) => said.scoring === BY_PLACE },
    ...ORDER.slice(0, count).map((nth, at) => ({ name: `break-${at}`, label: `${nth} tie-break`, value: chosen[at] || '', choices, hint: (said) => meant(said[`break-${at}`]) })),
  ];
}

export function settingFields(now) {
  return [
    ...countFields(now),
    { name: 'bye', label: 'A bye is worth', value: String(now.bye), maxlength: 12 },
    { name: 'late', label: 'A round before somebody was entered is worth', value: String(now.late), maxlength: 12 },
    { name: 'repeat', label: 'How much swiss minds a repeated meeting', value: String(now.repeat), hint: 'From 0 to 1000.', maxlength: 12, rare: true },
    ...ALLOWANCES.map(([name, label]) => ({ name, label, type: 'checkbox', rare: true, value: now.allowed.includes(name) })),
  ];
}

// What counts as it was said in those fields.
export const countIn = (said) => ({
  scoring: said.scoring === BY_PLACE ? `${BY_PLACE}=${said.places.split(/[\s,]+/).filter(Boolean).join(',')}` : said.scoring,
  tie_breaks: ORDER.map((nth, at) => said[`break-${at}`]).filter(Boolean),
});

// What is set otherwise in the dialog; what stays as it is is left out.
export function settingIn(said, now) {
  const { scoring, tie_breaks: breaks } = countIn(said);
  const body = { reason: said.reason };
  if (scoring !== now.scoring) body.scoring = scoring;
  if (breaks.join() !== now.tie_breaks.join()) body.tie_breaks = breaks;
  for (const name of ['bye', 'late', 'repeat']) if (said[name] !== String(now[name])) body[name] = said[name].replace(',', '.');
  const allowed = ALLOWANCES.map(([name]) => name).filter((name) => said[name]);
  if (allowed.some((name) => !now.allowed.includes(name)) || allowed.length !== now.allowed.length) body.allowed = allowed;
  return body;
}

// A decision about what counts, in the words of those fields; behind the name of a tournament that was opened.
export function decided(text) {
  return text.replace(/^Settings changed: .*$|; scoring .*$/, (told) => told
    .replace(/scoring ([a-z]+)(?:=([-\d.,/]*\d))?/, (whole, kind, points) => {
      const worth = SCORINGS.find(([name]) => name === kind);
      return worth ? `a match is worth ${worth[1]}${points ? ` (${points.split(',').join(', ')})` : ''}` : whole;
    })
    .replace(/ties parted by .*$/, (ties) => ties.replace(/[a-z0-9]+(?:-[a-z0-9]+)*/g, (word) => BREAKS[word] || word)));
}

// The clock of a round

// What a clock can do, as it stands now; that of a round that is played counts from its start, or from now on.
function clockChoices({ clock, tables }, startedAt) {
  const anew = ['now', 'starts anew now'];
  if (clock?.since) return [['', 'runs on'], ['stop', 'is stopped'], anew];
  if (clock?.spent) return [['', 'stays stopped'], ['go', 'runs on from where it was stopped'], anew];
  if (tables.some((one) => one.state !== 'seated')) return [['go', `counts from the start of the round${startedAt ? `, ${startedAt}` : ''}`], ['now', 'starts now'], ['stop', 'is set, and stands still']];
  return [['', 'starts when the round is started'], ['now', 'starts now']];
}

// The fields for the clock of a round, and at what time that was started, where it is known.
export const clockFields = (round, startedAt, usual = 50) => [
  { name: 'minutes', label: 'Minutes that the round may take; 0 for no clock', type: 'number', min: 0, max: 2880, value: String(round.clock?.minutes ?? usual) },
  { name: 'runs', label: 'The clock', choices: clockChoices(round, startedAt) },
  { name: 'reason', label: 'Reason, if it is to be known', maxlength: 2000 },
];

const runsIn = (runs) => (runs === 'now' ? { from_now: true } : { runs: runs ? runs === 'go' : null });

export const clockIn = (said) => ({ minutes: said.minutes === '' ? null : Number(said.minutes), ...runsIn(said.minutes === '0' ? '' : said.runs), reason: said.reason });

// What a clock shows once it is set, and when the time is up, or was.
export function clockTold(round, { clock }) {
  const shows = clockOf({ ...round, clock });
  const at = clock?.ends_at && new Date(clock.ends_at).toLocaleTimeString([], { timeStyle: 'short' });
  const ends = at ? `, ${shows.includes('over time') ? 'since' : 'until'} ${at}` : '';
  return `The clock of round ${round.round}, for all its tables: ${shows ? `${shows}${ends}` : 'none'}.`;
}
