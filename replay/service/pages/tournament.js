// A tournament: who stands where, and its rounds with their tables, as they are played.

import { ask, behindIn, byId, element, fill, link, linked, pathName, watch } from './frame.js';
import { BREAKS, besides, chipOf, clockOf, counted, emblem, gameOf, howStands, listed, movedBy, movement, number, tableScores, tiesOf, winnersTold } from './telling.js';

const { tournament } = document.body.dataset;
const api = `/api/tournaments/${pathName(tournament)}`;
const say = linked(byId('link'));
let late = '';
let newest = null;

// How a table goes on: who is to act, and what is being done.
function goesOn(one, latest) {
  if (one.state !== 'running' || !latest || one.awaits_deal) return null;
  return element('p', {}, latest.to_act.length > 0 && element('strong', { text: `${listed(latest.to_act)} to act` }), element('span', { class: 'soft', text: [latest.to_act.length && ' · ', latest.title].filter(Boolean).join('') }));
}

function table(one, { round, tie_by: tieBy }, records, latest) {
  const where = `Table ${one.table}`;
  const follow = one.match && link(one.state === 'running' ? 'Watch' : 'Replay', `/matches/${one.match}`, {
    class: 'button', 'aria-label': `${one.state === 'running' ? 'Watch' : 'Replay'} ${where.toLowerCase()} of round ${round}`,
  });
  const record = one.match && one.state === 'running' && records(one.match) && link('Record as scribe', `/matches/${one.match}/scribe`, {
    class: 'button', 'aria-label': `Record as scribe: ${where.toLowerCase()} of round ${round}`,
  });
  return element('li', { class: 'entry table' },
    element('p', { class: 'where' }, element('strong', { text: where }), element('span', { class: `chip ${chipOf(one)}`, text: howStands(one) })),
    tableScores(one, latest, tieBy), goesOn(one, latest), element('p', { class: 'actions' }, record, follow));
}

// How far the newest round is, which stands above everything while it is played.
function showNow(one) {
  const over = one ? one.tables.filter(({ state }) => state === 'over').length : 0;
  const all = one ? one.tables.length : 0;
  byId('now').hidden = over >= all;
  if (over >= all) return;
  byId('now').dataset.game = one.game;
  const told = [`${over} of ${counted(all, 'table')} over`, clockOf(one)].filter(Boolean).join(' · ');
  fill(byId('now'), element('p', { class: 'title' }, emblem(one.game), element('strong', { text: `Round ${one.round}: ${gameOf(one.game)}` }), element('span', { id: 'now-told', class: clockOf(one).includes('over time') ? 'warn' : undefined, text: told }), element('a', { class: 'tall', href: '#rounds-title', text: 'To its tables' })),
    element('progress', { value: over, max: all, 'aria-label': `Tables of round ${one.round} that are over` }));
}

// The tables of a round; those of earlier rounds are folded away, and say how many there are.
function round(one, records, latest, isNewest) {
  const all = one.tables.length;
  const tables = element('ul', { class: 'entries' }, ...one.tables.map((each) => table(each, one, records, latest.find((now) => now.match === each.match))));
  const byes = one.byes.length ? element('p', { text: `Bye: ${one.byes.join(', ')}` }) : null;
  const about = { 'data-game': one.game };
  if (isNewest) {
    const heading = element('h3', { class: 'title' }, emblem(one.game), `Round ${one.round}: `, link(gameOf(one.game), `/games/${one.game}`, { class: 'tall' }));
    return element('section', about, heading, tables, byes);
  }
  return element('section', about, element('details', { id: `round-${one.round}` },
    element('summary', { class: 'title' }, emblem(one.game), `Round ${one.round}: ${gameOf(one.game)}`, element('span', { class: 'soft', text: counted(all, 'table') })),
    tables, byes, element('p', {}, link(`How ${gameOf(one.game)} is played`, `/games/${one.game}`, { class: 'tall' }))));
}

// How far somebody has moved since the round before, by place.
function moved(line, then) {
  const by = movedBy(then, line.place);
  return element('td', { class: by ? `moved ${by > 0 ? 'up' : 'down'}` : 'moved' }, ...movement(by));
}

// What each round was worth to somebody: the difference of the points after it and before it; nothing while they play it, and
// a dash for a round that they took no part in.
function worths(name, course, rounds) {
  const worth = (one, at) => {
    const table = rounds[at].tables.find(({ players }) => players.includes(name));
    if (!one || typeof one[0] !== 'number' || (table && table.state !== 'over')) return '';
    const points = one[0] - (course[at - 1]?.[0] || 0);
    return !table && !points && !rounds[at].byes.includes(name) ? '–' : number(points);
  };
  return course.map(worth);
}

function standings(lines, course, played) {
  const byName = new Map(course.map((one) => [one.player, one.rounds]));
  const many = course[0]?.rounds.length || 0;
  const breaks = Object.keys(lines[0].tie_breaks).filter((name) => lines.some((line) => line.tie_breaks[name] !== null));
  const head = (text, kind, more = {}) => element('th', { class: kind, scope: 'col', ...more }, text);
  const heads = [
    head('Place', 'number'), element('td', { class: 'moved' }), head('Player', 'name'), head('Points', 'number'),
    ...Array.from({ length: many }, (_, at) => head(`R${at + 1}`, 'number round', { 'aria-label': `Points of round ${at + 1}` })),
    ...breaks.map((name) => head(BREAKS[name] || name, 'number more break')),
  ];
  // Nobody leads where all are first: before the first result.
  const isLed = lines.some(({ place }) => place !== 1);
  const row = (line, at) => {
    const rounds = byName.get(line.player) || [];
    return element('tr', { class: line.place === 1 && isLed ? 'first' : undefined },
      element('td', { class: 'number', text: number(line.place) }), moved(line, rounds.at(-2)?.[1]),
      element('th', { class: 'name', scope: 'row' }, link(line.player, `/players/${pathName(line.player)}`), ...besides(line, lines[at + 1])),
      element('td', { class: 'number' }, element('strong', { text: number(line.points) })),
      ...worths(line.player, rounds, played).map((text) => element('td', { class: 'number round', text })),
      ...breaks.map((name) => element('td', { class: 'number more break', text: number(line.tie_breaks[name]) })));
  };
  return element('table', { class: 'standings' }, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...lines.map(row)));
}

// By what places are given, in words.
function termsOf({ players, scoring, tie_breaks: breaks, closed }) {
  const [kind, values] = scoring.split('=');
  const worth = kind === 'places' ? `places are worth ${values.split(',').join(', ')}` : `scoring by ${scoring}`;
  const ties = breaks.length ? `ties: ${breaks.map((name) => BREAKS[name] || name).join(', ')}` : '';
  return [counted(players.length, 'player'), worth, ties, closed && 'closed'].filter(Boolean).join(' · ');
}

async function look() {
  const [shown, lines, course, session, latest] = await Promise.all(
    ['', '/standings?ties=true', '/course', null, '/latest'].map((part) => ask(part === null ? '/api/session' : api + part)),
  );
  const may = session.filter((one) => one.role === 'scribe' || one.role === 'director');
  const all = may.some((one) => (!one.match && !one.tournament) || one.tournament === shown.tournament);
  const records = (match) => all || may.some((one) => one.match === match);
  document.title = `${shown.name} – Ludograph`;
  byId('name').textContent = shown.name;
  byId('desk').hidden = !shown.directs;
  byId('terms').textContent = termsOf(shown);
  byId('standings-title').textContent = shown.closed ? `Final standings: ${winnersTold(lines)}` : 'Standings';
  fill(byId('standings'), lines.length ? [standings(lines, course, shown.rounds), tiesOf(shown, lines)] : element('p', { class: 'empty', text: 'Nobody was entered yet.' }));
  showNow(shown.rounds.at(-1));
  newest = shown.rounds.at(-1);
  const rounds = shown.rounds.toReversed().map((one, at) => round(one, records, latest, !at));
  fill(byId('rounds'), rounds.length ? rounds : element('p', { class: 'empty', text: 'No round is seated yet. Tables stand here once the director seats one.' }));
  late = behindIn(shown.behind);
}

watch(`${api}/follow`, look, (message, well) => {
  say(message, well);
  if (well && late) byId('link').textContent = `live, ${late}`;
});

// The clock counts by itself.
setInterval(() => {
  const place = byId('now-told');
  if (place && newest && clockOf(newest)) place.textContent = `${place.textContent.split(' · ')[0]} · ${clockOf(newest)}`;
}, 1000);
