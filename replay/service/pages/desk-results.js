// Results that a director enters from paper: at first, put right, or upheld where somebody objects to one.

import { element } from './frame.js';
import { ANYWAY, REASON, show } from './desk-asking.js';
import { gameOf, listed, number, scoresIn } from './telling.js';

const fewest = JSON.parse(document.body.dataset.fewest);
// What comes before the scores, for games in which they alone may not say the places.
const beforeScores = JSON.parse(document.body.dataset.beforeScores);

// Whether a match was started at a table and is not over.
const isOpen = (table) => Boolean(table.match) && table.state === 'running';

// A number, or a text that the service reads: behind it stands a plus for who won a tie, or a place.
const scoreIn = (text, ahead, place = '') => (place ? `${text}#${place}` : ahead && !text.endsWith('+') ? `${text}+` : /^[+-]?\d+$/.test(text) ? Number(text) : text);

// Who won a tie, or the places of all where scores alone may not say them.
function placing(table, { game, tie_by: tieBy }) {
  if (table.players.length < 2 || !(tieBy || beforeScores[game])) return [];
  if (tieBy) return [{ name: 'tie', label: `Who won a tie (by ${tieBy})`, choices: [['', 'nobody: equal scores share the place'], ...table.players.map((name) => [name, name])] }];
  const was = (name) => table.written?.[name].split('#')[1] || '';
  const told = table.written ? (table.players.some(was) ? 'said' : 'scores') : '';
  const numbers = table.players.map((_, at) => [String(at + 1), String(at + 1)]);
  return [
    { name: 'places', label: 'Who came where', required: true, value: told, choices: [['', 'please say'], ['scores', 'as the scores say'], ['said', 'otherwise: I say each place']] },
    ...table.players.map((name, at) => ({ name: `place-${at}`, label: `Place of ${name}`, choices: [['', '?'], ...numbers], value: was(name), when: ({ places }) => places === 'said' })),
  ];
}

// Who shares the first score of a table where the rules break a tie and nobody was chosen; nobody else.
function tiedFirst(table, { game, tie_by: tieBy }, said) {
  if (!tieBy || said.tie) return [];
  const scores = table.players.map((_, at) => said[`score-${at}`].trim());
  const numbers = scores.filter((one) => /^[+-]?\d+$/.test(one)).map(Number);
  const first = fewest.includes(game) ? Math.min(...numbers) : Math.max(...numbers);
  const tied = table.players.filter((_, at) => /^[+-]?\d+$/.test(scores[at]) && Number(scores[at]) === first);
  return tied.length > 1 && !scores.some((one) => one.endsWith('+')) ? tied : [];
}

// What came of a result that was entered, where there was one before.
function enteredNow(table, { scores, winners }) {
  const won = Array.isArray(winners) && winners.length ? ` ${listed(winners)} ${winners.length > 1 ? 'win' : 'wins'}.` : '';
  const open = scores && Object.values(scores).includes('??') ? ' A score is not known (??): points and places stay open until it is put right.' : '';
  if (!table.scores) return `The result of table ${table.table} is recorded.${won}${open}`;
  if (JSON.stringify([table.scores, table.winners]) === JSON.stringify([scores, winners])) return `The result of table ${table.table} stands.`;
  const isOther = Array.isArray(winners) && winners.length && JSON.stringify(winners) !== JSON.stringify(table.winners);
  return `Table ${table.table} is put right${isOther ? `: ${listed(winners)} now ${winners.length > 1 ? 'win' : 'wins'}` : ''}.`;
}

// What becomes of a match that was started at a table, when its result comes from paper.
function givenUp(table, steps) {
  if (steps) return [element('p', { class: 'warn', text: `This table is being recorded, ${steps === 1 ? 'one step' : `${steps} steps`} so far. The result counts; the recording ends here, and what was recorded stays. Where the result is taken back, it goes on.` })];
  return [element('p', { class: 'soft', text: 'Nothing was recorded at this table: the result counts in its place.' })];
}

// The scores that stand, as they are sent.
const standing = (table) => Object.fromEntries(table.players.map((name) => [name, scoreIn(table.written[name])]));
const UNCHANGED = 'Nothing is changed: these are the scores that stand, and nothing was recorded. Change a score, or cancel.';

// Asks for the result of a table, given what `decides` with a dialog, and how many steps of it are recorded; what is put
// right is another, and `unchanged` is said where it is not.
export function scoring(decides, round, table, steps, unchanged = UNCHANGED) {
  const was = (name) => (table.written ? table.written[name].split('#')[0] : '');
  const each = table.players.map((name, at) => ({ name: `score-${at}`, label: name, value: was(name), required: true, hint: at ? '' : 'A whole number; ?? where nobody knows it; forfeit, or f, for who did not play.', maxlength: 12 }));
  const abandon = isOpen(table);
  const put = table.scores ? [REASON] : abandon ? [{ name: 'reason', label: 'Why it comes from paper, if that is to be known', maxlength: 2000 }] : [];
  const before = beforeScores[round.game];
  const first = fewest.includes(round.game) ? 'lowest' : 'highest';
  const wins = element('p', { text: before ? `In ${gameOf(round.game)} ${before}; then the ${first} score is ahead. Where that decided, say all places.` : `In ${gameOf(round.game)} the ${first} score wins.` });
  const about = [...(table.players.length > 1 ? [wins] : []), ...(abandon ? givenUp(table, steps) : [])];
  let isShared = false;
  decides(`Result of table ${table.table}, round ${round.round}`, [...each, ...placing(table, round), ...put, ANYWAY], (said) => {
    const scores = Object.fromEntries(table.players.map((name, at) => [name, scoreIn(said[`score-${at}`], said.tie === name, said.places === 'said' ? said[`place-${at}`] : '')]));
    if (table.scores && JSON.stringify(scores) === JSON.stringify(standing(table))) throw new Error(unchanged);
    const tied = isShared ? [] : tiedFirst(table, round, said);
    if (tied.length) {
      isShared = true;
      throw new Error(`${listed(tied)} have the same score. Choose who won the tie, by ${round.tie_by}; if they share it all the same, record it once more.`);
    }
    return [
      `rounds/${round.round}/tables/${table.table}/result`,
      { scores, reason: said.reason || '', anyway: said.anyway, abandon },
      (answer) => enteredNow(table, answer),
    ];
  }, { about });
}

// Asks at which table a result is known, where several are open.
export function choosingTable(round, tables, score) {
  if (tables.length === 1) {
    score(tables[0]);
    return;
  }
  const choices = tables.map((one) => element('button', { type: 'button', text: `Table ${one.table}: ${listed(one.players)}`, on: { click: () => score(one) } }));
  show(`Round ${round.round}: a result from paper`, [element('p', { text: 'Of which table?' }), element('p', { class: 'actions choices' }, ...choices)]);
}

// What was entered, as its director and its players know it.
const enteredTold = (table) => {
  const scores = scoresIn(table);
  return `Entered from paper: ${table.players.map((name) => `${name} ${scores[name]}`).join(', ')}.`;
};

// The same scores are entered once more: then players are asked again.
function upholding(decides, round, table, about) {
  decides(`The result of table ${table.table}, round ${round.round} stands`, [{ ...REASON, hint: 'Required: the players read it.' }], ({ reason }) => [
    `rounds/${round.round}/tables/${table.table}/result`,
    { scores: standing(table), reason, anyway: true },
    `The result of table ${table.table} stands; its players are asked again.`,
  ], { about, action: 'It stands' });
}

// What can be done about a result from paper to which somebody objects.
export function settling(decides, round, table, objection) {
  const about = [
    element('p', {}, element('strong', { text: `${objection.player} objects: ` }), element('q', { text: objection.text })),
    element('p', { text: enteredTold(table) }),
  ];
  const choose = (text, does) => element('button', { type: 'button', text, on: { click: does } });
  show(`Round ${round.round}, table ${table.table}`, [
    ...about, element('p', { class: 'soft', text: 'Either way the players are asked again, and read why.' }),
    element('p', { class: 'actions' }, choose('Put right', () => scoring(decides, round, table, 0, `${UNCHANGED} If they are right, say so by “It stands”.`)), choose('It stands', () => upholding(decides, round, table, about))),
  ]);
}

// Who would stand elsewhere, as nodes.
export function movesOf(lines) {
  const moved = lines.filter((one) => one.place !== one.before.place || one.points !== one.before.points);
  if (!moved.length) return [element('p', { text: 'Nobody\'s place and nobody\'s points change.' })];
  const changes = ({ player, place, points, before }) => [
    place === before.place ? '' : `place ${before.place} → ${place}`, points === before.points ? '' : `points ${number(before.points)} → ${number(points)}`,
  ].filter(Boolean).join(', ');
  return [element('ul', {}, ...moved.map((one) => element('li', { text: `${one.player}: ${changes(one)}` })))];
}
