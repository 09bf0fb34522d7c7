// What the pages of players and games have alike: figures, lists of matches that grow, links to names.

import { ask, behindIn, byId, element, fill, link, linked, pathName, watch } from './frame.js';
import { matchCard } from './telling.js';

const STEP = 30;
const MOST = 500;

export const playerLink = (name) => link(name, `/players/${pathName(name)}`);

// Numbers with what they count: [12, 'matches'].
export function figures(counts) {
  fill(byId('figures'), counts.filter(([value]) => value !== null && value !== undefined)
    .map(([value, what]) => element('div', {}, element('dt', { text: what }), element('dd', { text: String(value) }))));
}

// Looks at a record at once and whenever something changed, and shows its matches, more of them when asked to.
export function follow(path, show, none) {
  let most = STEP;
  let late = '';
  const say = linked(byId('link'));
  const again = watch('/api/follow', async () => {
    const found = await ask(`${path}?most=${most}`);
    show(found);
    fill(byId('matches'), found.matches.length ? found.matches.map((one) => matchCard(one)) : element('li', { class: 'empty', text: none }));
    byId('more').hidden = found.matches.length < most || most >= MOST;
    late = behindIn(found.behind);
  }, (message, well) => {
    say(message, well);
    if (well && late) byId('link').textContent = `live, ${late}`;
  }, 3000);
  byId('more').addEventListener('click', () => {
    most = Math.min(most + STEP, MOST);
    again();
  });
}

// A table of some columns, each with its title, what stands there (a text or a node), and its kind.
export function tableOf(columns, rows) {
  const heads = columns.map(([title, , kind]) => element('th', { text: title, class: kind, scope: 'col' }));
  const cells = (row) => columns.map(([, of, kind]) => {
    const value = of(row);
    return value instanceof Node ? element('td', { class: kind }, value) : element('td', { class: kind, text: String(value) });
  });
  return element('table', {}, element('thead', {}, element('tr', {}, ...heads)),
    element('tbody', {}, ...rows.map((row) => element('tr', {}, ...cells(row)))));
}
