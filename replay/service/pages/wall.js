// A tournament on a big screen: tables as they are played, what was decided last, and standings. It turns its own pages
// where they are longer than the screen, and nobody has to touch it.

import { ask, behindIn, byId, element, fill, linked, pathName, watch } from './frame.js';
import { BREAKS, boardNow, clockOf, counted, emblem, gameOf, hasTieWon, howStands, isLate, minutesLate, movedBy, movement, number, partedBy, scoresIn, stageOf, winnersTold } from './telling.js';
import { downwards, glide, paged, pagedWith, placesIn } from './wall-fitting.js';
import { fitLatest, showLatest } from './wall-latest.js';

const { tournament } = document.body.dataset;
const api = `/api/tournaments/${pathName(tournament)}`;
const TURN = 10000;
const ANCHORED = 300000;
const say = linked(byId('link'));
let late = '';
let seen = null;
let turn = 0;
let lateNow = '';
// From so many pages of a list on, both have the whole breadth, one after the other.
const MANY = 4;
const pages = { tables: [[]], standings: [[]] };

const span = (kind, ...inside) => element('span', { class: kind }, ...inside);

function tableOf(one, latest) {
  const winners = Array.isArray(one.winners) ? one.winners : [];
  const scores = scoresIn(one, boardNow(latest.find((each) => each.match === one.match)));
  const players = one.players.flatMap((name, at) => [
    span(winners.includes(name) ? 'seat won' : 'seat', span('called', name), scores[name] ? ' ' : '', element('b', { text: scores[name] }), at < one.players.length - 1 ? span('comma', ',') : ''), ' ']);
  // That a table plays is seen from its scores; before that the title says how the round stands, and names have the room.
  const stands = isLate(one) ? [span('heard', `${stageOf(one)}, `), 'late', minutesLate(one) > 0 && span('minutes', ` ${minutesLate(one)}`, span('unit', '\u00a0min'))] : one.state === 'over' ? [howStands(one)] : [span('heard', stageOf(one))];
  // Live is what is recorded as it is played.
  const kind = one.awaits_deal ? 'unrecorded' : one.state;
  return element('li', { class: isLate(one) ? `${kind} late` : kind, 'data-name': one.table },
    span('place', one.table), span('who', ...players), span('state', ...stands));
}

function byeOf(players) {
  return element('li', {}, span('place'), span('who', players.join(', ')), span('state', 'bye'));
}

// Before the first round: who is there.
const enteredOf = (name) => element('li', { 'data-name': name }, span('place'), span('who', name), span('state'));

// The first tie-break that parts some who have as many points; none where nobody is tied, or nothing parts them.
function partingIn(lines) {
  const told = ({ points }, value) => JSON.stringify([points, value]);
  const several = (name) => new Set(lines.map((one) => told(one, name && one.tie_breaks[name]))).size;
  return Object.keys(lines[0]?.tie_breaks || {}).find((name) => several(name) > several());
}

// What parts somebody from others with as many points: by what where that is another than for most, else its number.
function tieOf(line, lines, parting) {
  if (line.parted_by && line.parted_by !== parting) return span('ties', partedBy(line));
  const isTied = parting && lines.filter(({ points }) => points === line.points).length > 1;
  return span('ties', ...(isTied ? [span('heard', `${BREAKS[parting] || parting} `), number(line.tie_breaks[parting])] : []));
}

function lineOf(line, then, leads, tie) {
  const by = movedBy(then.get(line.player), line.place);
  return element('li', { 'data-name': line.player, class: leads && line.place === 1 ? 'leads' : line.withdrawn ? 'withdrawn' : undefined },
    span('place', number(line.place)), span('who', line.player, line.withdrawn && span('state', ' withdrawn')),
    span(by ? `moved ${by > 0 ? 'up' : 'down'}` : 'moved', ...movement(by)), element('b', { text: number(line.points) }), tie);
}

const boardOf = (name) => byId(name).querySelector('.board');

function showPage(name, at) {
  const all = pages[name];
  boardOf(name).replaceChildren(...all[at % all.length]);
  if (name === 'standings') downwards(boardOf(name));
  // A page that is nearly as long as the first fills the screen as that does.
  boardOf(name).classList.toggle('full', all.length > 1 && all[at % all.length].length >= all[0].length - 1);
  byId(name).querySelector('.part').textContent = all.length > 1 ? `${(at % all.length) + 1} of ${all.length}` : '';
}

// What is seen now: a page of each list side by side, or one of both lists that has the whole breadth.
function showTurn() {
  const main = document.querySelector('main');
  const isInTurn = main.classList.contains('turns');
  const at = turn % (pages.tables.length + pages.standings.length);
  const isTables = !isInTurn || at < pages.tables.length;
  byId('tables').classList.toggle('off', !isTables);
  byId('standings').classList.toggle('off', isInTurn && isTables);
  showPage('tables', isInTurn ? at : turn);
  showPage('standings', isInTurn ? at - pages.tables.length + pages.standings.length : turn);
}

// Lays out both lists anew; whoever stood elsewhere on the page before glides to their place.
function lay(items) {
  const names = Object.keys(items);
  const before = names.map((name) => placesIn(boardOf(name)));
  const fit = (isInTurn) => {
    document.querySelector('main').classList.toggle('turns', isInTurn);
    pages.tables = paged(boardOf('tables'), items.tables, true);
    pages.standings = pagedWith('ties', boardOf('standings'), items.standings);
  };
  fit(false);
  if (items.tables.length && names.some((name) => pages[name].length > MANY) && !byId('standings').hidden) fit(true);
  showTurn();
  names.forEach((name, at) => glide(boardOf(name), before[at]));
}

// What the clock shows from afar: before it runs, how long the round may take.
function clockAfar(round) {
  const { clock } = round;
  return clock && !clock.since && !clock.spent && clockOf(round) ? `${clock.minutes} min` : clockOf(round);
}

// The clock counts by itself, and is told to nobody who cannot see it but when they look: each second would be too much.
function tick() {
  const round = seen?.shown.rounds.at(-1);
  byId('clock').textContent = round ? clockAfar(round) : '';
  const now = (round?.tables || []).filter(isLate).map((one) => `${one.table}: ${minutesLate(one)}`).join();
  if (now !== lateNow) draw();
  lateNow = now;
}

function draw() {
  if (!seen) return;
  const { shown, lines, before, latest } = seen;
  const last = shown.rounds.at(-1);
  byId('name').textContent = shown.name;
  document.title = `${shown.name} – Ludograph`;
  byId('clock').textContent = last ? clockAfar(last) : '';
  if (last) document.body.dataset.game = last.game;
  fill(byId('emblem'), last && emblem(last.game));
  const waits = last?.tables.every((one) => one.state === 'seated') ? ' · to be played' : last?.tables.some((one) => one.awaits_deal) ? ' · being played' : '';
  const expected = last?.tables.some((one) => one.state === 'running' && latest.some((each) => each.match === one.match && each.step)) ? ' · expected scores' : '';
  const ties = last?.tie_by && last.tables.some(hasTieWon) ? ` · + won a tie by ${last.tie_by}` : '';
  byId('tables-title').textContent = last ? `Round ${last.round}: ${gameOf(last.game)}${waits}${expected}${ties}` : `${counted(shown.players.length, 'player')}: nothing is seated yet`;
  // Who has won stays in sight whichever page is turned.
  const then = new Map(before.map(({ player, place }) => [player, place]));
  const leaders = lines.filter(({ place }) => place === 1).map(({ player }) => player);
  byId('standings-title').textContent = shown.closed ? `Final standings: ${winnersTold(lines)}` : 'Standings';
  document.querySelector('main').classList.toggle('closed', shown.closed);
  byId('standings').hidden = !shown.rounds.some((one) => one.tables.some((each) => each.state !== 'seated'));
  const parting = partingIn(lines);
  byId('parting').textContent = parting ? `ties: ${BREAKS[parting] || parting}` : '';
  lay({
    tables: shown.closed ? [] : last ? [...last.tables.map((one) => tableOf(one, latest)), ...(last.byes.length ? [byeOf(last.byes)] : [])] : shown.players.map(enteredOf),
    standings: lines.map((line) => lineOf(line, then, leaders.length < lines.length, tieOf(line, lines, parting))),
  });
  fitLatest();
}

async function look() {
  const shown = await ask(api);
  const rounds = shown.rounds.length;
  const [lines, latest, before] = await Promise.all([
    ask(`${api}/standings?ties=true`), ask(`${api}/latest`), rounds > 1 ? ask(`${api}/standings?after=${rounds - 1}`) : [],
  ]);
  late = behindIn(shown.behind);
  const found = { shown, lines, before, latest };
  if (JSON.stringify(found) === JSON.stringify(seen)) return;
  seen = found;
  // Of a table that is not recorded there is nothing to tell.
  await showLatest(latest.filter(({ step, to_act: acts }) => step || acts.length), shown.rounds.at(-1)?.game);
  draw();
}

// One digest of the whole store, which a photograph keeps: `verify --anchor EVENTS:DIGEST` compares it.
async function anchor() {
  const found = await ask('/api/anchor').catch(() => null);
  if (!found?.anchor) return;
  const count = found.events === null ? '' : `${found.events}:`;
  byId('anchor').textContent = `Anchor of ${found.recorded_at.slice(0, 16).replace('T', ' ')} UTC: ${count}${found.anchor}`;
  draw();
}

anchor();
setInterval(anchor, ANCHORED);
watch(`${api}/follow`, look, (message, well) => {
  say(message, well);
  if (well && late) byId('link').textContent = late;
});
addEventListener('resize', () => {
  draw();
  fitLatest();
});
setInterval(tick, 1000);
setInterval(() => {
  turn += 1;
  if (Object.values(pages).some((all) => all.length > 1)) showTurn();
}, TURN);
