// The first page: what is this visitor's, live tables with what lies on them, tournaments, and matches with what decided them.

import { follow } from './following.js';
import { ask, behindIn, byId, element, fill, link, linked, root, watch } from './frame.js';
import { cupTile, gameTile, liveTile, nothing, overTile, paperIn, showMoment } from './lobby-tiles.js';
import { forget } from './scribe-kept.js';
import { board, facesOf, shrink } from './small-boards.js';
import { matchCard } from './telling.js';

const STEP = 30;
const PACE = 3000;
// So many live tables stand here before somebody asks for all.
const FIRST = 6;
// So many matches that are over are drawn in the first frame, more than a phone shows; the others in the next.
const SCREENFUL = 6;
let waiting = null;
// The matches that are over and were asked for since the first page of them, by what was searched for.
let later = [];
let known = { running: new Map(), count: 0 };

// Where somebody with a token wants to be, first.
function mine({ role, as, match, tournament, plays }) {
  if (match && role !== 'player') {
    return matchCard(match, [link('Record this match', `/matches/${match.match}/scribe`, { class: 'button main' })]);
  }
  if (match) return matchCard(match, [element('p', { text: `You play as ${as}.` }), element('p', { class: 'actions' }, plays && link('Play', `/matches/${match.match}/play`, { class: 'button main' }), link('Your seat', `/matches/${match.match}/seat`, { class: 'button main' }))]);
  if (tournament && role === 'director') {
    return element('li', { class: 'entry' }, link(`The desk of ${tournament.name}`, `/tournaments/${tournament.tournament}/desk`, { class: 'button main' }));
  }
  if (tournament && role === 'scribe') {
    return element('li', { class: 'entry' }, link(`Record in ${tournament.name}`, `/tournaments/${tournament.tournament}`, { class: 'button main' }));
  }
  if (tournament) return null;
  if (role === 'director') return element('li', { class: 'entry' }, element('p', { class: 'soft', text: 'You direct all tournaments here: each has its desk below.' }), element('p', { class: 'actions' }, link('New tournament', '/new-tournament', { class: 'button' }), link('Begin a match with bots', '/play', { class: 'button' })));
  return element('li', { class: 'soft', text: `You are ${role === 'scribe' ? 'a scribe' : as} in all matches here.` });
}

// What can be done with a table that is played: to watch it, and for whoever may, to write down what is played.
function doing(one, mayRecord) {
  const named = (text) => ({ class: 'button', 'aria-label': `${text}: ${one.title}, ${one.players.join(', ')}` });
  return element('p', { class: 'actions' }, link('Watch', `/matches/${one.match}`, named('Watch')),
    mayRecord && link('Record as scribe', `/matches/${one.match}/scribe`, named('Record as scribe')));
}

// What is searched for, as the address has it, so that a list can be sent on.
function sought() {
  const game = byId('game');
  return [byId('words').value.trim(), game.value && game.selectedOptions[0].text].filter(Boolean).join(' ');
}

function keepAddress() {
  const asked = new URLSearchParams({ ...(byId('words').value.trim() && { q: byId('words').value.trim() }), ...(byId('game').value && { game: byId('game').value }) });
  const query = asked.toString();
  history.replaceState(null, '', query ? `?${query}` : location.pathname);
}

// Pictures of tables and moments are fetched when they come near the screen, one after the other.
const pictures = new Map();
function draw(match) {
  const { place, game, shown } = pictures.get(match);
  facesOf(game).then(() => {
    if (!place.isConnected || !shown) return;
    place.replaceChildren(board(game, shown));
    shrink(place);
  });
}

function near(tile) {
  const { match, game, over } = tile.dataset;
  if (over === 'over') {
    ask(`/api/matches/${match}/moment`).then((moment) => showMoment(tile, moment)).catch(() => null);
    return;
  }
  const place = tile.querySelector('.picture');
  if (!place || pictures.has(match)) return;
  const one = { place, game, shown: null };
  pictures.set(match, one);
  one.stop = follow(`board/${match}/table`, ({ board: now }) => {
    one.shown = now;
    draw(match);
  }, undefined, 0);
}

const coming = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    if (isIntersecting) {
      coming.unobserve(target);
      near(target);
    }
  }
}, { rootMargin: '200px' });

let isAll = false;

// A table's picture stays the same node as long as it is listed. Whoever may record a table finds it here.
function showRunning({ matches: found, count }, records) {
  // Tables that are recorded come before those at which nothing is.
  const sorted = [...found.filter((one) => !one.awaits_deal), ...found.filter((one) => one.awaits_deal)];
  const matches = sorted.filter((one, at) => isAll || at < FIRST || sought() || records.has(one.match));
  byId('all-running').hidden = matches.length >= found.length;
  byId('all-running').textContent = `Show all ${count} tables`;
  const fresh = new Map(matches.map((one) => {
    const tile = liveTile(one, [doing(one, records.has(one.match))]);
    const before = known.running.get(one.match);
    const picture = before?.querySelector('.picture');
    if (picture) tile.querySelector('.picture')?.replaceWith(picture);
    return [one.match, tile];
  }));
  for (const [match, { stop }] of pictures) {
    if (!fresh.has(match)) {
      stop?.();
      pictures.delete(match);
    }
  }
  known.running = fresh;
  fill(byId('running'), ...(fresh.size ? fresh.values() : [nothing(sought(), known.count ? 'Nothing is played now. What was played stands below.' : undefined)]));
  for (const tile of byId('running').children) if (tile.dataset.match && !pictures.has(tile.dataset.match)) coming.observe(tile);
}

function showOver(matches) {
  const list = byId('over');
  const there = new Map([...list.children].map((tile) => [tile.dataset.match, tile]));
  const tiles = matches.map((one) => (there.get(one.match)?.dataset.paper === paperIn(one) ? there.get(one.match) : overTile(one)));
  if (tiles.length !== list.children.length || tiles.some((tile, at) => tile !== list.children[at])) list.replaceChildren(...(tiles.length ? tiles : [nothing(sought())]));
  for (const tile of tiles) if (there.get(tile.dataset.match) !== tile) coming.observe(tile);
}

const page = (skip) => ask(`/api/lobby?most=${STEP}&skip=${skip}&search=${encodeURIComponent(sought())}`);
let newest = [];

function show() {
  const first = new Set(newest.map((one) => one.match));
  const all = [...newest, ...later.filter((one) => !first.has(one.match))];
  const isFirst = !byId('over').children.length && all.length > SCREENFUL;
  showOver(isFirst ? all.slice(0, SCREENFUL) : all);
  if (isFirst) {
    requestAnimationFrame(() => setTimeout(show));
    return;
  }
  byId('more').hidden = all.length >= known.count || !newest.length;
}

// Where on this page something stands, with how much of it there is.
function showParts(parts) {
  byId('parts').hidden = false;
  fill(byId('parts'), parts.filter(([, , count]) => count).map(([id, text, count]) => element('a', { class: 'tall', href: `#${id}` }, `${text} `, element('b', { text: count }))));
}

async function look() {
  const [shown, yours] = await Promise.all([page(0), ask('/api/mine')]);
  const everything = yours.some((one) => one.role === 'director' && !one.tournament);
  fill(byId('mine-list'), yours.map(mine));
  byId('mine').hidden = !yours.length;
  byId('running-title').textContent = `Being played (${shown.running.count})`;
  byId('over-title').textContent = `Played (${shown.over.count})`;
  byId('all-live').hidden = !shown.running.count;
  known.count = shown.over.count;
  showRunning(shown.running, new Set(yours.flatMap((one) => one.records || [])));
  byId('cups').hidden = !shown.tournaments.length;
  fill(byId('cup-list'), shown.tournaments.toReversed().map((one) => cupTile(one, everything)));
  showParts([['running-title', 'Being played', shown.running.count], ['cups-title', 'Tournaments', shown.tournaments.length], ['games-title', 'Games', Object.keys(titles).length], ['over-title', 'Played', shown.over.count]]);
  newest = shown.over.matches;
  show();
  late = behindIn(shown.behind);
}

// With the tables, so that what stands below them is drawn where it stays; and without them where they do not come.
function showGames() {
  if (!byId('games').children.length) byId('games').append(...Object.entries(titles).map(gameTile));
}

let asking = false;
async function more() {
  if (asking) return;
  asking = true;
  try {
    const { over } = await page(newest.length + later.length);
    later.push(...over.matches);
    known.count = over.count;
    show();
  } finally {
    asking = false;
  }
}

let late = '';
const say = linked(byId('link'));
const given = new URLSearchParams(location.search);
byId('words').value = given.get('q') || '';
const titles = JSON.parse(document.body.dataset.games);
byId('game').append(...Object.entries(titles).map(([id, title]) => element('option', { value: id, text: title })));
byId('game').value = given.get('game') || '';
const again = watch('/api/follow', () => look().finally(showGames), (message, well) => {
  say(message, well);
  if (well && late) byId('link').textContent = `live, ${late}`;
}, PACE);

function search() {
  later = [];
  keepAddress();
  again();
}

byId('words').addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(search, 250);
});
byId('game').addEventListener('change', search);
byId('search').addEventListener('submit', (event) => {
  event.preventDefault();
  search();
});
byId('all-running').addEventListener('click', () => {
  isAll = true;
  again();
});
byId('more').addEventListener('click', () => more().catch(() => null));
// Further matches come by themselves when the end of the list does.
new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && !byId('more').hidden && more().catch(() => null), { rootMargin: '300px' }).observe(byId('more'));
byId('leave').addEventListener('click', async () => {
  // Also without the network: whoever takes the phone next reads nothing from it.
  await forget().catch(() => null);
  try {
    await ask('/api/session', { method: 'DELETE' });
    // What pages stored meanwhile that were still open.
    await forget().catch(() => null);
    location.assign(`${root}/`);
  } catch {
    say('What this browser stored is deleted, but the service was not reached: your links still open here. Press again once you are connected.', false);
  }
});
