// A game: what it is, its rules, and how it was played here.

import { follow as followBoard } from './following.js';
import { ask, byId, element, fill, link, root } from './frame.js';
import { figures, follow, playerLink, tableOf } from './records.js';
import { board, codesOf, facesOf, shrink } from './small-boards.js';
import { matchCard, noun } from './telling.js';

const { game } = document.body.dataset;
const COLUMNS = [
  ['Score', (one) => one.score, 'number'],
  ['Player', (one) => playerLink(one.player), 'name'],
  ['Match', (one) => link(one.day, `/matches/${one.match}`, { 'aria-label': `the match of ${one.player} on ${one.day}` }), ''],
];

// How often a seat won of those times that it was played, as a bar.
function share({ seat, played, won }) {
  const percent = Math.round((100 * won) / played);
  const bar = element('div', { class: 'bar', 'aria-hidden': 'true' }, element('span', {}));
  bar.firstChild.style.width = `${percent}%`;
  return [element('dt', { text: `Seat ${seat}` }), element('dd', {}, bar), element('dd', { text: `${percent} % of ${played}` })];
}

function part(name, content) {
  byId(`${name}-part`).hidden = !content.length;
  fill(byId(name), ...content);
}

// Some cards from all over the deck, as a hand.
const SHOWN = 13;
facesOf(game).then(() => {
  const codes = codesOf(game);
  const some = Array.from({ length: Math.min(SHOWN, codes.length) }, (_, at) => codes[Math.floor((at * codes.length) / SHOWN)]);
  byId('cards').replaceChildren(board(game, { zones: [['', null, [0], []]], parts: [['row', '', some, 0, []]] }));
  byId('cards').hidden = !some.length;
});

// The table of the newest match, as everybody knows it.
let pictured = null;
function showTable(one) {
  if (!one || pictured?.match === one.match) return;
  pictured?.stop?.();
  pictured = { match: one.match };
  byId('table-link').href = `${root}/matches/${one.match}`;
  byId('table-link').textContent = `${one.players.join(', ')}: ${one.status === 'running' ? 'follow it live' : 'replay it'}`;
  pictured.stop = followBoard(`board/${one.match}/table`, ({ board: shown }) => facesOf(game).then(() => {
    byId('table-part').hidden = false;
    byId('table').replaceChildren(board(game, shown));
    shrink(byId('table'));
  }), undefined, 0);
}

follow(`/api/games/${game}`, (found) => {
  byId('summary').textContent = found.summary;
  const { min, max } = found.seats;
  figures([
    [min === max ? min : `${min}–${max}`, max === 1 ? 'player' : 'players'], [found.played, noun(found.played, 'match')],
    [found.steps?.median, `${noun(found.steps?.median, 'step')} in a match`], [found.steps && `${found.steps.least}–${found.steps.most}`, 'steps, least and most'],
  ]);
  fill(byId('guide'), found.guide.map((text) => element('p', { text })));
  showTable(found.matches[0]);
  part('seats', found.seats_won.flatMap(share));
  part('best', found.best.length ? [tableOf(COLUMNS, found.best)] : []);
  part('closest', found.closest.map((one) => matchCard(one)));
}, 'Nobody has played it here yet.');

byId('all-rules').addEventListener('toggle', async () => {
  if (byId('rules').childElementCount) return;
  const rules = await ask(`/api/games/${game}/rules`);
  fill(byId('rules'), rules.flatMap(({ rule, text }) => [element('dt', { text: rule }), element('dd', { text })]));
});
