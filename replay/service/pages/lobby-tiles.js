// The tiles of the first page: a table that is played, a tournament, a match that is over, a game.

import { element, link, root, serverNow } from './frame.js';
import { countedIn, emblem, listed, matchName, placeOf, scoreList, scoresIn } from './telling.js';

const MINUTE = 60000;
const heading = (one) => element('a', { class: 'follow', href: `${root}/matches/${one.match}`, 'aria-label': matchName(one) }, emblem(one.game), one.title);

function ago(time) {
  const minutes = Math.floor((serverNow() - Date.parse(time)) / MINUTE);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `for ${minutes} min`;
  return minutes < 1440 ? `for ${Math.floor(minutes / 60)} h ${minutes % 60} min` : `for ${Math.floor(minutes / 1440)} d`;
}

// A table that is played: where the match is, its picture, what everybody has, who is to act and since when.
export function liveTile(one, extra = []) {
  const acts = one.to_act || [];
  const waits = acts.length ? `${listed(acts)} to act` : '';
  const since = one.recorded_at && !one.awaits_deal ? ago(one.recorded_at) : '';
  const counted = countedIn(one.scoreboard);
  return element('li', { class: 'tile live-tile', 'data-game': one.game, 'data-match': one.match },
    element('p', { class: 'where' }, heading(one), element('span', one.awaits_deal ? { class: 'chip', text: 'being played' } : { class: 'chip live', text: 'live' })),
    element('p', { class: 'soft place', text: placeOf(one) }),
    // Where nothing is recorded there is nothing to see.
    one.awaits_deal ? null : element('div', { class: 'picture', 'aria-hidden': 'true' }),
    element('div', { class: 'counts' }, counted && element('span', { class: 'soft', text: counted }),
      scoreList(one.players, (name, at) => ({ value: one.scoreboard?.[at]?.value ?? '', kind: acts.includes(name) ? 'acts' : '' }))),
    waits && element('p', {}, element('strong', { text: waits }), since && element('span', { class: 'soft', text: ` ${since}` })),
    one.at && !one.awaits_deal && element('p', { class: 'soft', text: one.at }), ...extra);
}

// A tournament: who leads, and how far its round is.
export function cupTile(one, hasDesk) {
  const rounds = one.rounds === 1 ? '1 round' : `${one.rounds} rounds`;
  const several = one.leaders?.length > 1;
  const does = one.closed ? (several ? 'have won' : 'has won') : several ? 'lead' : 'leads';
  const leads = one.leaders?.length ? `★ ${listed(one.leaders)} ${does}` : '';
  const runs = !one.closed && one.tables > 0 && one.over < one.tables;
  return element('li', { class: 'tile' },
    element('p', { class: 'where' }, link(one.name, `/tournaments/${one.tournament}`, { class: 'follow' }), element('span', { class: `chip ${runs ? 'live' : ''}`, text: one.closed ? 'closed' : runs ? `round ${one.rounds}` : 'open' })),
    element('p', { class: 'soft', text: `${one.players} players, ${rounds}` }),
    leads && element('p', { class: 'leads', text: leads }),
    runs && element('p', { class: 'soft', text: `${one.over} of ${one.tables} tables over` }),
    runs && element('progress', { value: one.over, max: one.tables, 'aria-label': `${one.over} of ${one.tables} tables over` }),
    hasDesk && element('p', { class: 'actions' }, link('Desk', `/tournaments/${one.tournament}/desk`, { class: 'button', 'aria-label': `The desk of ${one.name}` })));
}

// By which a tile is known to say what is so still: a result from paper may be put right.
export const paperIn = (one) => (one.paper ? JSON.stringify(one.paper) : '');

// A match that is over, or for which a result was entered: who has won with what, and a place for the moment that decided.
export function overTile(one) {
  const final = one.status === 'over' ? one.final : one.paper;
  const winners = final && Array.isArray(final.winners) ? final.winners : [];
  const scores = scoresIn({ players: one.players, ...final });
  return element('li', { class: 'tile', 'data-game': one.game, 'data-match': one.match, 'data-over': one.status, 'data-paper': paperIn(one) },
    element('p', { class: 'where' }, heading(one), final ? element('span', { class: 'soft date', text: one.played_on || one.started_at.slice(0, 10) }) : element('span', { class: 'chip warn', text: one.status })),
    element('p', { class: 'soft place', text: [placeOf(one), one.paper && 'entered from paper'].filter(Boolean).join(' · ') }),
    scoreList(one.players, (name) => ({ value: scores[name], kind: winners.includes(name) ? 'won' : '' })),
    element('p', { class: 'moment' }));
}

// The moment that decided, with a link to its step.
export function showMoment(tile, moment) {
  const place = tile.querySelector('.moment');
  if (!moment || !place) return;
  place.append(element('a', { class: 'tall', href: `${root}/matches/${tile.dataset.match}#${moment.step}` }, `Step ${moment.step}: ${moment.why[0]}`));
}

export const gameTile = ([id, title]) => element('li', {}, element('a', { class: 'game', href: `${root}/games/${id}` }, emblem(id), title));

export const nothing = (searching, told = 'Nothing yet. A match that is recorded, imported or simulated stands here at once.') => (
  element('li', { class: 'empty', text: searching ? 'Nothing that fits: try a player, a game or a tournament alone.' : told }));
