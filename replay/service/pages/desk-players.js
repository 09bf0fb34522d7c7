// The players of a tournament: they are entered, called otherwise, leave, and come back.

import { element } from './frame.js';
import { button } from './desk-asking.js';
import { listed, number } from './telling.js';

const KNOWN = { name: 'reason', label: 'Reason, if it is to be known', maxlength: 2000 };

export const namesIn = (text) => text.split(/[\n,;]/).map((one) => one.trim()).filter(Boolean);

const players = (many) => (many === 1 ? 'One player' : `${many} players`);

// Asks who is entered, given what `decides` with a dialog; how many names there are stands below them.
export function entering(decides) {
  const told = ({ names }) => { const all = namesIn(names); return all.length ? `${players(all.length)}.` : ''; };
  decides('Enter players', [{ name: 'names', label: 'Names, each on a line or with commas', type: 'lines', required: true, hint: told }], (said) => {
    const names = namesIn(said.names);
    return ['players', { players: names }, `${players(names.length)} entered: ${listed(names)}.`];
  }, { action: 'Enter' });
}

// What becomes of whoever leaves: of their points, and of a table where they sit.
function leaving(shown, name) {
  const open = shown.rounds.flatMap((round) => round.tables.filter(({ state, players: all }) => state !== 'over' && all.includes(name)).map((table) => ({ round, table })));
  const told = open.map(({ round, table }) => (table.state === 'seated'
    ? `Round ${round.round}, table ${table.table} has not begun: seat the round anew without ${name}.`
    : `Round ${round.round}, table ${table.table} goes on: enter its result, where ${name} may forfeit.`));
  return [`${name} is seated no more, keeps all points, and stays in the standings. “Back in” undoes it.`, ...told].map((text) => element('p', { text }));
}

// Asks who sat in whose seat in a round, or sat out for whom; what came of a seat goes with it. Choices stand as the tables
// and their seats do.
export function exchanging(decides, round) {
  const places = new Map([
    ...round.tables.flatMap(({ table, players: all }) => all.map((name, at) => [name, `table ${table}, seat ${at + 1}`])),
    ...round.byes.map((name) => [name, 'bye']),
  ]);
  const choices = [['', 'please say'], ...[...places].map(([name, place]) => [name, `${name} (${place})`])];
  decides(`Round ${round.round}: exchange two players`, [
    { name: 'player', label: 'This player', choices, required: true },
    { name: 'other', label: 'sat in the seat of', choices, required: true }, KNOWN,
  ], ({ player, other, reason }) => [`rounds/${round.round}/exchange`, { player, other, reason },
    `${player} and ${other} have each other's seats in round ${round.round}: ${player} ${places.get(other)}; ${other} ${places.get(player)}.`], {
    action: 'Exchange their seats',
    about: [element('p', { text: 'They have sat in each other\'s seats, or one sat out for the other. Results and recorded matches are then those of who sat there; players who had agreed to a result are asked again.' })],
  });
}

// A player in the list, with what can be done.
export function playerRow(shown, name, decides) {
  const gone = shown.withdrawn.includes(name);
  const back = () => decides(`${name} is back`, [], () => ['players', { players: [name] }, `${name} is back.`], {
    action: `Bring ${name} back`, about: [element('p', { text: `${name} is seated again from the next round on. Each round that was missed is worth ${number(shown.late)}.` })],
  });
  const withdraw = () => decides(`${name} withdraws`, [KNOWN], (said) => ['withdraw', { player: name, reason: said.reason }, `${name} has withdrawn.`], { action: `Withdraw ${name}`, about: leaving(shown, name) });
  const rename = () => decides(`Put the name of ${name} right`, [
    { name: 'name', label: 'Name', value: name, required: true, maxlength: 40, hint: 'The same person: seatings, results, standings and matches follow.' }, KNOWN,
  ], (said) => ['rename', { player: name, name: said.name, reason: said.reason }, `${name} is called ${said.name}.`], { action: 'Put it right' });
  const go = gone ? button('Back in', back, { 'aria-label': `Back in: ${name}` }) : button('Withdraw', withdraw, { 'aria-label': `Withdraw ${name}` });
  const actions = shown.closed ? [] : [button('Rename', rename, { 'aria-label': `Rename ${name}` }), go];
  return element('li', {}, element('span', { text: gone ? `${name} (withdrawn)` : name }), ...actions);
}
