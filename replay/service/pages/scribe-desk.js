// A desk drawn: what stands around the stage, and what is open as buttons.

import { button, element, sorted, zones } from './scribe-drawing.js';
import { wayButton } from './scribe-entry.js';
import { plan } from './scribe-places.js';

const byId = (id) => document.getElementById(id);
const MANY = 10;
const FEW = 4;

// Names as in a sentence: Ann, Ben and Cat.
export const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0]);

// The buttons of an action: one for each way to do it, or one for all where there would be too many.
function offered(from, seat, action, begin, all) {
  const place = { seat: seat.name, number: seat.seat, action };
  const ways = sorted(action.ways, ({ cards }) => cards[0]);
  if (ways.length === 1 || (all && ways.length)) return ways.map((one) => wayButton(one, () => begin(place, one.fields)));
  const [field] = action.fields;
  if (all && field && field.whose !== undefined && action.fields.every(({ name }) => [field.name, 'y'].includes(name))) {
    return [element('p', { class: 'soft', text: field.label }), ...plan(from, place, field, action.blocks, {}, (fields) => begin(place, fields))];
  }
  return [button('', () => begin(place, null), { class: 'way more' }, element('span', { text: action.told }))];
}

// All that is open at a desk, as buttons, those first that do something for all; what nobody waits for is folded away where
// somebody is to act.
export function offer(from, begin, all = []) {
  const waits = from.open.some(({ awaited }) => awaited);
  const [main, aside] = [[], []];
  const several = from.open.filter(({ awaited }) => awaited).length > 1;
  const count = from.open.flatMap(({ actions }) => actions.filter(({ idle }) => !idle)).reduce((sum, { ways }) => sum + (ways.length || 1), 0);
  for (const seat of from.open) {
    // What can be done in many ways comes after what is one button: Pass stays on the screen.
    const awaited = seat.actions.filter(({ idle }) => !idle);
    const [first, second] = [[...awaited.filter(({ ways }) => ways.length <= FEW), ...awaited.filter(({ ways }) => ways.length > FEW)], seat.actions.filter(({ idle }) => idle)];
    for (const [actions, to] of [[first, main], [second, waits ? aside : main]]) {
      if (!actions.length) continue;
      const taps = actions.flatMap((action) => offered(from, seat, action, begin, !several || count <= MANY));
      const name = element('h3', { class: from.open.length > 1 ? '' : 'heard', text: seat.name });
      to.push(element('section', { class: 'who' }, name, element('div', { class: 'ways' }, ...taps)));
    }
  }
  if (all.length) main.unshift(element('section', { class: 'who' }, element('h3', { text: 'At once' }), element('div', { class: 'ways' }, ...all)));
  if (aside.length) main.push(element('details', { class: 'aside' }, element('summary', { text: 'Also possible' }), ...aside));
  return main;
}

// Who is to act, as a title.
export function toAct(from) {
  if (from.awaits_deal) return 'The deal is awaited';
  const names = from.open.filter(({ awaited }) => awaited).map(({ name }) => name);
  if (!names.length) return from.result && from.result.over ? 'The match is over' : 'Nobody is to act';
  return `${listed(names)} to act`;
}

// Before the end what stands there is what is to be expected, and not what somebody has on the table.
function stand([label, value, won], name, waits, over) {
  const who = element('bdi', { text: `${won ? '★ ' : ''}${name}` });
  return element('li', { class: waits ? 'awaited' : '' }, who, waits && element('span', { class: 'heard', text: ', to act' }),
    label ? element('span', { text: over ? ` ${label} ` : ' expects ' }) : null, element('b', { text: value }));
}

// Draws what stands around the stage: where the match is, the scores, what happened last, and the table.
export function drawDesk(desk, happened) {
  const waits = new Set(desk.open.filter(({ awaited }) => awaited).map(({ seat }) => seat));
  const last = desk.log.at(-1);
  const where = [desk.game_title, ...desk.where.map(([name, text]) => (name === 'event' ? text : `${name} ${text}`))].join(', ');
  byId('title').textContent = desk.title;
  byId('where').textContent = where;
  document.title = `${where}: ${desk.title} – Ludograph`;
  byId('board').replaceChildren(...desk.board.map((one, at) => stand(one, desk.players[at], waits.has(at + 1), desk.result?.over)));
  byId('board').dataset.players = desk.players.length;
  // What players check, a scoring in the middle of a match or before they agree, is there as a whole.
  byId('last').classList.toggle('whole', Boolean((desk.result && desk.result.over) || (last && last.decides)));
  byId('last').replaceChildren(...happened);
  byId('zones').replaceChildren(...zones(desk));
}
