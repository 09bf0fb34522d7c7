// The tiles of the first page: a table that is played, a tournament, a match that is over.

import { element, link, root, serverNow } from './frame.js';
import { countedIn, emblem, gameOf, number } from './telling.js';

const MINUTE = 60000;
const listed = (names) => (names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`);
const placeOf = (one) => [one.event, one.round && `round ${one.round}`, one.table && `table ${one.table}`].filter(Boolean).join(', ');
const heading = (one) => element('a', { class: 'follow', href: `${root}/matches/${one.match}`, 'aria-label': `${one.title}: ${one.players.join(', ')}` }, emblem(one.game), one.title);

function ago(time) {
  const minutes = Math.floor((serverNow() - Date.parse(time)) / MINUTE);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min`;
  return minutes < 1440 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${Math.floor(minutes / 1440)} d`;
}

// Who plays, each with what they have; a star stands for who has won.
function scores(players, told) {
  return element('ul', { class: 'scores' }, ...players.map((name, at) => {
    const { value, won } = told(name, at);
    return element('li', { class: won ? 'won' : undefined }, element('span', { class: 'who', text: name }), won && element('span', { class: 'heard', text: ' has won,' }), ' ', element('b', { text: value }));
  }));
}

// A table that is played: where the match is, who is to act, for how long, and a place for its picture.
export function liveTile(one, extra = []) {
  const waits = one.awaits_deal ? 'awaiting the deal' : one.to_act?.length ? `${listed(one.to_act)} to act` : '';
  const since = one.recorded_at ? ago(one.recorded_at) : '';
  const counted = countedIn(one.scoreboard);
  return element('li', { class: 'tile live-tile', 'data-game': one.game, 'data-match': one.match },
    element('p', { class: 'where' }, heading(one), element('span', { class: 'chip live', text: one.awaits_deal ? 'to begin' : 'live' })),
    element('p', { class: 'soft', text: [placeOf(one), one.at].filter(Boolean).join(' · ') }),
    scores(one.players, (name, at) => ({ value: one.scoreboard?.[at]?.value ?? '', won: false })),
    element('p', { class: 'turn' }, element('strong', { text: waits }), element('span', { class: 'soft', text: [waits && since, counted.toLowerCase()].filter(Boolean).map((text) => ` · ${text}`).join('') })),
    element('div', { class: 'picture', 'aria-hidden': 'true' }), ...extra);
}

// A tournament: who leads, and how far its round is.
export function cupTile(one, hasDesk) {
  const rounds = one.rounds === 1 ? '1 round' : `${one.rounds} rounds`;
  const leads = one.leaders?.length ? `${listed(one.leaders)} ${one.closed ? (one.leaders.length > 1 ? 'have won' : 'has won') : one.leaders.length > 1 ? 'lead' : 'leads'}` : '';
  const runs = !one.closed && one.tables > 0 && one.over < one.tables;
  return element('li', { class: 'tile' },
    element('p', { class: 'where' }, link(one.name, `/tournaments/${one.tournament}`, { class: 'follow' }), element('span', { class: `chip ${runs ? 'live' : ''}`, text: one.closed ? 'closed' : runs ? `round ${one.rounds}` : 'open' })),
    element('p', { class: 'soft', text: `${one.players} players, ${rounds}` }),
    leads && element('p', {}, element('strong', { text: leads })),
    runs && element('progress', { value: one.over, max: one.tables, 'aria-label': `${one.over} of ${one.tables} tables over` }),
    runs && element('p', { class: 'soft', text: `${one.over} of ${one.tables} tables over` }),
    hasDesk && element('p', { class: 'actions' }, link('Desk', `/tournaments/${one.tournament}/desk`, { class: 'button', 'aria-label': `The desk of ${one.name}` })));
}

// A match that is over: who has won with what, and a place for the moment that decided.
export function overTile(one) {
  const final = one.status === 'over' ? one.final : null;
  const winners = final && Array.isArray(final.winners) ? final.winners : [];
  return element('li', { class: 'tile', 'data-game': one.game, 'data-match': one.match, 'data-over': one.status },
    element('p', { class: 'where' }, heading(one), element('span', { class: 'soft', text: one.played_on || one.started_at.slice(0, 10) })),
    placeOf(one) && element('p', { class: 'soft', text: placeOf(one) }),
    final ? scores(one.players, (name) => ({ value: number(final.scores[name]), won: winners.includes(name) })) : element('p', {}, one.players.join(', '), element('span', { class: 'chip warn', text: one.status })),
    element('p', { class: 'moment' }));
}

// The moment that decided, with a link to its step.
export function showMoment(tile, moment) {
  const place = tile.querySelector('.moment');
  if (!moment || !place) return;
  place.append(element('a', { class: 'tall', href: `${root}/matches/${tile.dataset.match}#${moment.step}` }, `Step ${moment.step}: ${moment.why[0]}`));
}

export const nothing = (searching) => element('li', { class: 'empty', text: searching ? 'Nothing that fits.' : 'Nothing yet. A match that is recorded, imported or simulated stands here at once.' });
export { gameOf };
