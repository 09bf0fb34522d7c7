// A player: matches, rating over time in each game, against whom, tournaments, and where they sit next.

import { byId, element, fill, link, pathName } from './frame.js';
import { figures, follow, playerLink, tableOf } from './records.js';
import { counted, emblem, gameOf, noun, nth, number, scoreList, scoresIn, stateOf } from './telling.js';

const { player } = document.body.dataset;
const SVG = 'http://www.w3.org/2000/svg';
const WIDE = 300;
const HIGH = 88;

function drawn(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

// A number with one digit after the point, and no sign before nothing.
const tenths = (value) => (Math.round(value * 10) / 10 + 0).toFixed(1);

// A line through what somebody was rated after each match; 0 is where everybody begins.
function chart(game, ratings) {
  const values = [0, ...ratings.map(([, , value]) => value)];
  const [least, most] = [Math.min(...values), Math.max(...values, 1)];
  const x = (at) => (at / (values.length - 1)) * WIDE;
  const y = (value) => HIGH - 4 - ((value - least) / (most - least)) * (HIGH - 8);
  const told = `${gameOf(game)}: rated ${tenths(values[values.length - 1])} after ${counted(ratings.length, 'match')}, ${tenths(least)} at the least and ${tenths(most)} at the most`;
  const made = drawn('svg', { class: 'chart', viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': told });
  made.append(drawn('line', { x1: 0, x2: WIDE, y1: y(0), y2: y(0) }));
  made.append(drawn('path', { d: values.map((value, at) => `${at ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('') }));
  return made;
}

function ofGame({ game, title, played, won, over, ratings }) {
  const heading = element('h3', {}, emblem(game), link(title, `/games/${game}`, { class: 'tall' }));
  const shared = Number.isInteger(won) ? '' : '; a win that several share counts in part, as in standings';
  const counts = element('p', { class: 'soft', text: `${played} played${over ? `, ${number(won)} of ${over} won${shared}` : ''}` });
  if (!ratings.length) return element('li', { class: 'tile', 'data-game': game }, heading, counts);
  const [first, last] = [ratings[0], ratings[ratings.length - 1]];
  const rated = element('strong', { text: `rated ${tenths(last[2])}` });
  // One match makes no line.
  const shown = ratings.length > 1
    ? [chart(game, ratings), element('p', { class: 'ends' }, element('span', { text: first[1] }), rated, element('span', { text: last[1] }))]
    : [element('p', { class: 'ends' }, rated, element('span', { text: last[1] }))];
  return element('li', { class: 'tile', 'data-game': game }, heading, counts, ...shown);
}

function seat(one) {
  const others = one.players.filter((name) => name.toLowerCase() !== player.toLowerCase());
  const where = `${one.name}, round ${one.round}, table ${one.table}`;
  const to = one.match ? `/matches/${one.match}` : `/tournaments/${one.tournament}`;
  return element('li', { class: 'entry', 'data-game': one.game },
    link(where, to, { class: 'follow' }),
    element('p', { class: 'soft', text: `${gameOf(one.game)} with ${others.join(', ') || 'nobody'} · ${stateOf(one.state)}` }));
}

function cup(one) {
  const told = [counted(one.players, 'player'), counted(one.rounds, 'round'), one.closed && 'closed'].filter(Boolean);
  return element('li', { class: 'entry' }, link(one.name, `/tournaments/${one.tournament}`, { class: 'follow' }), element('p', { class: 'soft', text: told.join(' · ') }));
}

// A result from paper: whom somebody met, which place that was, and what it is worth in its tournament.
function paper(one) {
  const own = one.players.find((name) => name.toLowerCase() === player.toLowerCase());
  const scores = scoresIn({ players: one.players, scores: one.final.scores, written: one.written });
  const winners = Array.isArray(one.final.winners) ? one.final.winners : [];
  const place = one.final.places[own];
  const worth = one.points[own];
  const told = [typeof place === 'number' && `${nth(place)} of ${one.players.length}`, `${number(worth)} ${noun(worth, 'point')}`].filter(Boolean);
  return element('li', { class: 'entry', 'data-game': one.game },
    element('p', { class: 'where' }, link(`${one.event}, round ${one.round}, table ${one.table}`, `/tournaments/${one.tournament}`, { class: 'follow' }), element('span', { class: 'soft date', text: one.entered_at.slice(0, 10) })),
    scoreList(one.players, (name) => ({ value: scores[name], kind: winners.includes(name) ? 'won' : '' })),
    element('p', { class: 'soft' }, `${gameOf(one.game)} · `, element('strong', { text: told.join(', ') })));
}

const COLUMNS = [
  ['Against', (one) => playerLink(one.player), 'name'],
  ['Met', (one) => one.played, 'number'],
  ['Before', (one) => one.ahead, 'number'],
  ['Behind', (one) => one.behind, 'number'],
  ['Level', (one) => one.level, 'number'],
];

follow(`/api/players/${pathName(player)}`, (found) => {
  byId('name').textContent = found.player;
  const total = (what) => found.games.reduce((sum, one) => sum + one[what], 0);
  const played = total('played');
  const { results } = found;
  figures([[played, noun(played, 'match')], [number(total('won')), 'won'], [found.met.length, noun(found.met.length, 'opponent')], [results.length || null, `${noun(results.length, 'result')} from paper`]]);
  byId('paper').hidden = !results.length;
  fill(byId('paper-list'), results.map(paper));
  byId('next').hidden = !found.next.length;
  fill(byId('next-list'), found.next.map(seat));
  byId('cups').hidden = !found.tournaments.length;
  fill(byId('cup-list'), found.tournaments.map(cup));
  fill(byId('games'), found.games.length ? found.games.map(ofGame) : element('li', { class: 'empty', text: 'A line for each game begins with the first match that is over.' }));
  fill(byId('met'), found.met.length ? tableOf(COLUMNS, found.met) : element('p', { class: 'empty', text: 'Nobody was met in a finished match yet.' }));
}, 'No match was recorded yet.');
