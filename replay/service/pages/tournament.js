// A tournament: who stands where, and its rounds with their tables, as they are played.

import { ask, behindIn, byId, element, fill, link, linked, watch } from './frame.js';
import { countedIn, gameOf, howStands, seats, standings } from './telling.js';

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
    element('p', { class: 'where' }, element('strong', { text: where }), element('span', { class: `state ${one.state}`, text: howStands(one) })),
    told, element('p', { class: 'actions' }, record, follow));
}

function round(one, records, latest) {
  const heading = element('h3', { text: `Round ${one.round}: ${gameOf(one.game)}` });
  const tables = element('ul', { class: 'entries' }, ...one.tables.map((each) => table(each, one.round, records, latest.find((now) => now.match === each.match)?.scoreboard)));
  const byes = one.byes.length ? element('p', { text: `Bye: ${one.byes.join(', ')}` }) : null;
  return element('section', {}, heading, tables, byes);
}

async function look() {
  const [shown, lines, session, latest] = await Promise.all([ask(api), ask(`${api}/standings`), ask('/api/session'), ask(`${api}/latest`)]);
  const may = session.filter((one) => one.role === 'scribe' || one.role === 'director');
  const all = may.some((one) => (!one.match && !one.tournament) || one.tournament === shown.tournament);
  const records = (match) => all || may.some((one) => one.match === match);
  document.title = `${shown.name} – Ludograph`;
  byId('name').textContent = shown.name;
  byId('desk').hidden = !shown.directs;
  const ties = shown.tie_breaks.length ? `, ties parted by ${shown.tie_breaks.join(', ')}` : '';
  byId('terms').textContent = `${shown.players.length} players; scoring ${shown.scoring}${ties}${shown.closed ? '; closed' : ''}`;
  fill(byId('standings'), lines.length ? standings(lines) : element('p', { class: 'soft', text: 'Nobody was entered yet.' }));
  const rounds = shown.rounds.toReversed().map((one) => round(one, records, latest));
  fill(byId('rounds'), rounds.length ? rounds : element('p', { class: 'soft', text: 'No round is seated yet.' }));
  late = behindIn(shown.behind);
}

watch(`${api}/follow`, look, (message, well) => {
  say(message, well);
  if (well && late) byId('link').textContent = `live, ${late}`;
});
