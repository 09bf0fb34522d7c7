// Sentences of the commands in the words of the desk: what a command or its option does is a button or a box here.

import { element } from './frame.js';

const AGAIN = '“Seat anew what has not begun”';
const ANYWAY = '“Do it all the same”';
// What does here what a command does; the longest beginning that fits is meant.
const BUTTONS = {
  'tournament undo': '“Take the newest back”',
  'tournament results': '“Result” at the table',
  'tournament result': '“Result” at the table',
  'tournament seat --again': '“Seat … anew” under “Rounds”',
  'tournament seat': '“Seat round …” under “Rounds”',
  'tournament place': '“Which counts” at the table',
  'tournament close': '“Close the tournament”',
  'tournament enter': '“Enter players”',
  'tournament start': '“Start” of the round',
  'tournament standings': 'the table of the standings',
  'tournament show': 'the part “Players” of this page',
  'tournament set': '“Settings”',
  abandon: '“Abandon” under “Match”',
  reopen: '“Let it go on” under “Match”',
  rule: '“Ruling” under “Match”',
  rules: 'its book of rules',
  amend: '“Correction” under “Match”',
  undo: '“Undo” on the scribe\'s page',
  play: 'the scribe\'s page',
  act: 'the scribe\'s page',
  confirm: 'the page of a player, or of the scribe,',
};
// The same of what is named alone, in a sentence about the tournament.
const ALONE = {
  undo: '“Take the newest back”', 'tournament undo': '“Take the newest back”', place: '“Which counts”', 'lot --again': '“Draw lots” once more', 'seat --size': 'another number of “Players at a table”', '--correct': '“Put right”', size: '“Players at a table”:',
  rounds: '“So many rounds at once”', method: '“How”', hours: '“Hours it holds”', minutes: '“Minutes”', same_deal: '“the same deal at every table”', duplicate: '“better than the same seat elsewhere”', places: '“Points for each place”',
};
// Where a command is the verb of a sentence, or a file has what is a field here.
const WHOLE = [
  [/`place` another match there first, or `undo` that/, 'put another match there first by “Which counts”, or take that back'],
  [/scoring by `wins` or `places=\.\.\.` goes/i, '“1 for a win” or “points for each place” goes'],
  [/its tie-break `score`/, 'its tie-break “Score”'],
  [/write `bye` as their table/, 'name who sits out on a line that begins with “bye:”'],
];
const OPTIONS = [
  [/\bsay --anyway/g, `tick ${ANYWAY}`],
  [/--anyway/g, `${ANYWAY}`],
  [/leave out --again/g, `leave ${AGAIN} unticked`],
  [/--again/g, AGAIN],
  [/--size\b/g, '“Players at a table”'],
  [/--method (\w+)/g, '“How”: $1'],
  [/--table\b/g, '“Where”'],
  [/--written/g, '“real cards”'],
  [/--same-deal/g, '“the same deal at every table”'],
  [/--seed/g, 'seed'],
  [/--minutes/g, '“Minutes”'],
  [/--game \S+/g, '“Game”'],
  [/--to\b/g, '“to”'],
  [/: places=(?=\d)/g, ': '],
  [/--([a-z][a-z-]*)/g, '“$1”'],
];

function buttonOf(ludograph, words) {
  const table = ludograph ? BUTTONS : ALONE;
  const found = Object.keys(table).filter((one) => one.split(' ').every((word) => words.split(' ').includes(word)) && words.startsWith(one.split(' ')[0]));
  const longest = found.sort((one, other) => other.length - one.length)[0];
  if (longest) return table[longest];
  return ludograph ? `“ludograph ${words}”, by whoever runs the store,` : `“${words}”`;
}

export function plain(text) {
  const said = WHOLE.reduce((sentence, [from, to]) => sentence.replace(from, to), text).replace(/`(ludograph )?([^`]*)`/g, (whole, ludograph, words) => buttonOf(Boolean(ludograph), words));
  const told = OPTIONS.reduce((sentence, [from, to]) => sentence.replace(from, to), said);
  return told.replace(/([.!?:] |^)(the|its|another|leave|tick) /g, (whole, before, word) => (before === ': ' ? whole : `${before}${word.slice(0, 1).toUpperCase()}${word.slice(1)} `));
}

// A sentence whose commands are to be typed just so, in a terminal: no button does what they do.
export const typed = (text) => text.split('`').map((part, at) => (at % 2 ? element('code', { text: part }) : part));
