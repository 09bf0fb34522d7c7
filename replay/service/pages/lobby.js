// The first page: what is this visitor's, tournaments, and the newest matches, as they are played.

import { ask, behindIn, byId, element, fill, link, linked, root, watch } from './frame.js';
import { matchCard } from './telling.js';

const STEP = 30;
const MOST = 200;
let most = STEP;
let waiting = null;

// Where somebody with a token wants to be, first.
function mine({ role, as, match, tournament }) {
  if (match && role !== 'player') {
    return matchCard(match, [link('Record this match', `/matches/${match.match}/scribe`, { class: 'button main' })]);
  }
  if (match) return matchCard(match, [element('p', { text: `You play as ${as}.` })]);
  if (tournament && role === 'director') {
    return element('li', { class: 'entry' }, link(`The desk of ${tournament.name}`, `/tournaments/${tournament.tournament}/desk`, { class: 'button main' }));
  }
  if (tournament && role === 'scribe') {
    return element('li', { class: 'entry' }, link(`Record in ${tournament.name}`, `/tournaments/${tournament.tournament}`, { class: 'button main' }));
  }
  if (tournament) return null;
  return element('li', { class: 'entry', text: role === 'director' ? 'You direct all tournaments here.' : `You are ${role === 'scribe' ? 'a scribe' : as} in all matches here.` });
}

function cup(one, everything) {
  const rounds = one.rounds === 1 ? '1 round' : `${one.rounds} rounds`;
  const told = `${one.players} players, ${rounds}${one.closed ? ', closed' : ''}`;
  const desk = everything && link('Desk', `/tournaments/${one.tournament}/desk`, { class: 'button', 'aria-label': `The desk of ${one.name}` });
  return element('li', { class: 'entry' },
    link(one.name, `/tournaments/${one.tournament}`, { class: 'follow' }),
    element('p', { class: 'soft', text: told }), desk);
}

function record(one) {
  return link('Record', `/matches/${one.match}/scribe`, { class: 'button main', 'aria-label': `Record ${one.title}: ${one.players.join(', ')}` });
}

function group(place, heading, title, { count, matches }, records = new Set()) {
  byId(heading).textContent = `${title} (${count})`;
  const none = element('li', { class: 'soft', text: byId('words').value ? 'Nothing that fits.' : 'Nothing yet.' });
  fill(byId(place), matches.length ? matches.map((one) => matchCard(one, records.has(one.match) ? [record(one)] : [])) : none);
}

async function look() {
  const words = byId('words').value.trim();
  const [shown, yours] = await Promise.all([
    ask(`/api/lobby?most=${most}&search=${encodeURIComponent(words)}`), ask('/api/mine'),
  ]);
  const everything = yours.some((one) => one.role === 'director' && !one.tournament);
  fill(byId('mine-list'), yours.map(mine));
  byId('mine').hidden = !yours.length;
  byId('cups').hidden = !shown.tournaments.length;
  fill(byId('cup-list'), shown.tournaments.toReversed().map((one) => cup(one, everything)));
  group('running', 'running-title', 'Being played', shown.running, new Set(yours.flatMap((one) => one.records || [])));
  group('over', 'over-title', 'Played', shown.over);
  byId('more').hidden = most >= MOST || Math.max(shown.running.count, shown.over.count) <= most;
  late = behindIn(shown.behind);
}

let late = '';
const say = linked(byId('link'));
const again = watch('/api/follow', look, (message, well) => {
  say(message, well);
  if (well && late) byId('link').textContent = `live, ${late}`;
}, 3000);

byId('words').addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(again, 250);
});
byId('search').addEventListener('submit', (event) => {
  event.preventDefault();
  again();
});
byId('more').addEventListener('click', () => {
  most = Math.min(most + STEP, MOST);
  again();
});
byId('leave').addEventListener('click', async () => {
  await ask('/api/session', { method: 'DELETE' }).catch(() => null);
  location.assign(`${root}/`);
});
