// A tournament: who stands where, and its rounds with their tables, as they are played.

import { ask, behindIn, byId, element, fill, link, linked, watch } from './frame.js';
import { BREAKS, clockOf, countedIn, emblem, gameOf, howStands, number, seats } from './telling.js';

const { tournament } = document.body.dataset;
const api = `/api/tournaments/${encodeURIComponent(tournament)}`;
const say = linked(byId('link'));
let late = '';

function table(one, round, records, scoreboard) {
  const where = `Table ${one.table}`;
  const counted = one.scores ? '' : countedIn(scoreboard);
  const told = element('p', { text: seats(one.players, one.scores, scoreboard) + (counted ? ` (${counted.toLowerCase()})` : '') });
  const follow = one.match && link(one.state === 'running' ? 'Follow' : 'Look', `/matches/${one.match}`, {
    class: 'button', 'aria-label': `${one.state === 'running' ? 'Follow' : 'Look at'} ${where.toLowerCase()} of round ${round}`,
  });
  const record = one.match && one.state === 'running' && records(one.match) && link('Record', `/matches/${one.match}/scribe`, {
    class: 'button main', 'aria-label': `Record ${where.toLowerCase()} of round ${round}`,
  });
  return element('li', { class: 'entry table' },
    element('p', { class: 'where' }, element('strong', { text: where }), element('span', { class: `chip ${one.state === 'running' ? 'live' : one.state === 'over' ? 'good' : ''}`, text: howStands(one) })),
    told, element('p', { class: 'actions' }, record, follow));
}

// The tables of a round; those of earlier rounds are folded away, and say how many there are.
function round(one, records, latest, isNewest) {
  const over = one.tables.filter(({ state }) => state === 'over').length;
  const all = one.tables.length;
  const heading = element('h3', { class: 'title' }, emblem(one.game), `Round ${one.round}: `, link(gameOf(one.game), `/games/${one.game}`, { class: 'tall' }));
  const progress = isNewest && over < all && [
    element('p', { class: 'soft', text: `${over} of ${all} ${all === 1 ? 'table' : 'tables'} over${clockOf(one) ? ` · ${clockOf(one)}` : ''}` }),
    element('progress', { value: over, max: all, 'aria-label': `Tables of round ${one.round} that are over` }),
  ];
  const tables = element('ul', { class: 'entries' }, ...one.tables.map((each) => table(each, one.round, records, latest.find((now) => now.match === each.match)?.scoreboard)));
  const byes = one.byes.length ? element('p', { text: `Bye: ${one.byes.join(', ')}` }) : null;
  const about = { 'data-game': one.game };
  if (isNewest) return element('section', about, heading, ...(progress || []), tables, byes);
  return element('section', about, heading, element('details', { id: `round-${one.round}` },
    element('summary', { text: all === 1 ? '1 table' : `${all} tables` }), tables, byes));
}

// How far somebody has moved since the round before, by place.
function movedBy(rounds) {
  const [then, now] = rounds.slice(-2).map((one) => one?.[1]);
  const by = rounds.length > 1 && typeof then === 'number' && typeof now === 'number' ? then - now : 0;
  if (!by) return element('td', { class: 'moved' });
  return element('td', { class: `moved ${by > 0 ? 'up' : 'down'}` }, element('span', { class: 'heard', text: by > 0 ? 'up ' : 'down ' }),
    element('span', { 'aria-hidden': 'true', text: by > 0 ? '▲' : '▼' }), String(Math.abs(by)));
}

// What each round was worth to somebody: the difference of the points after it and before it; nothing while they play it.
function worths(name, course, rounds) {
  const isOpen = (at) => rounds[at].tables.some((one) => one.state !== 'over' && one.players.includes(name));
  return course.map((one, at) => (one && typeof one[0] === 'number' && !isOpen(at) ? one[0] - (course[at - 1]?.[0] || 0) : null));
}

function standings(lines, course, played) {
  const byName = new Map(course.map((one) => [one.player, one.rounds]));
  const many = course[0]?.rounds.length || 0;
  const breaks = Object.keys(lines[0].tie_breaks).filter((name) => lines.some((line) => line.tie_breaks[name] !== null));
  const head = (text, kind, more = {}) => element('th', { class: kind, scope: 'col', ...more }, text);
  const heads = [
    head('Place', 'number'), element('td', { class: 'moved' }), head('Player', 'name'), head('Points', 'number'),
    ...Array.from({ length: many }, (_, at) => head(`R${at + 1}`, 'number more', { 'aria-label': `Points of round ${at + 1}` })),
    ...breaks.map((name) => head(BREAKS[name] || name, 'number more')),
  ];
  const row = (line) => {
    const rounds = byName.get(line.player) || [];
    return element('tr', { class: line.place === 1 && many ? 'first' : undefined },
      element('td', { class: 'number', text: number(line.place) }), movedBy(rounds),
      element('th', { class: 'name', scope: 'row' }, link(line.player, `/players/${encodeURIComponent(line.player)}`), line.withdrawn && element('span', { class: 'soft', text: ' (withdrawn)' })),
      element('td', { class: 'number' }, element('strong', { text: number(line.points) })),
      ...Array.from({ length: many }, (_, at) => element('td', { class: 'number more', text: number(worths(line.player, rounds, played)[at]) })),
      ...breaks.map((name) => element('td', { class: 'number more', text: number(line.tie_breaks[name]) })));
  };
  return element('table', { class: 'standings' }, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...lines.map(row)));
}

async function look() {
  const [shown, lines, course, session, latest] = await Promise.all(
    ['', '/standings', '/course', null, '/latest'].map((part) => ask(part === null ? '/api/session' : api + part)),
  );
  const may = session.filter((one) => one.role === 'scribe' || one.role === 'director');
  const all = may.some((one) => (!one.match && !one.tournament) || one.tournament === shown.tournament);
  const records = (match) => all || may.some((one) => one.match === match);
  document.title = `${shown.name} – Ludograph`;
  byId('name').textContent = shown.name;
  byId('desk').hidden = !shown.directs;
  const ties = shown.tie_breaks.length ? `, ties parted by ${shown.tie_breaks.join(', ')}` : '';
  byId('terms').textContent = `${shown.players.length} players; scoring ${shown.scoring}${ties}${shown.closed ? '; closed' : ''}`;
  fill(byId('standings'), lines.length ? standings(lines, course, shown.rounds) : element('p', { class: 'empty', text: 'Nobody was entered yet.' }));
  const rounds = shown.rounds.toReversed().map((one, at) => round(one, records, latest, !at));
  fill(byId('rounds'), rounds.length ? rounds : element('p', { class: 'empty', text: 'No round is seated yet. Tables stand here once the director seats one.' }));
  late = behindIn(shown.behind);
}

watch(`${api}/follow`, look, (message, well) => {
  say(message, well);
  if (well && late) byId('link').textContent = `live, ${late}`;
});
