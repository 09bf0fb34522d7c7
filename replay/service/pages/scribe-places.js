// Places among the cards of somebody: shown where they are, to be tapped there.

import { board, button, card, cellsOf, element, whereabouts } from './scribe-drawing.js';

function cardsOf(desk, owner) {
  const zone = desk.zones.find(([, seat]) => seat === owner);
  const grid = zone && zone[2].map((at) => desk.parts[at]).find(([kind]) => kind === 'grid');
  return grid ? cellsOf(grid) : [];
}

// Where in the grid of its owner a place with a name lies; null for one beside it.
function located(desk, owner, name) {
  const found = (desk.places[owner] || {})[name];
  return found ? { x: found[0], y: found[1] } : null;
}

// The seat whose cards a field is about: by itself, or as another field says it.
function ownerOf(desk, place, { whose }, fields) {
  if (typeof whose === 'number') return whose;
  // Without the service a seat is entered by its number.
  if (typeof fields[whose] === 'number') return fields[whose];
  const at = desk.players.indexOf(fields[whose]);
  return at < 0 ? place.number : at + 1;
}

// What can be chosen, each with where it lies and the fields that it stands for.
function choosable(desk, owner, field, blocks) {
  if (field.name === 'x') {
    return blocks.flatMap(({ x, y }) => x.values.flatMap((one) => y.values.map((other) => ({
      told: '', at: { x: one.value, y: other.value }, fields: { x: one.value, y: other.value },
    }))));
  }
  const values = new Map(blocks.flatMap((block) => block[field.name].values).map((one) => [one.value, one]));
  return [...values.values()].map(({ value, told }) => ({ told, at: located(desk, owner, value), fields: { [field.name]: value } }));
}

// The cards with every place that a field can name; what has no place among them stands below. `take` gets the fields.
export function plan(desk, place, field, blocks, fields, take) {
  const owner = ownerOf(desk, place, field, fields);
  const [cells, open] = [cardsOf(desk, owner), choosable(desk, owner, field, blocks)];
  const [within, beside] = [open.filter(({ at }) => at), open.filter(({ at }) => !at)];
  const found = ({ x, y }) => within.find(({ at }) => at.x === x && at.y === y);
  const free = within.filter(({ at }) => !cells.some(({ x, y }) => x === at.x && y === at.y)).map(({ at }) => ({ ...at, code: null }));
  const cell = (one) => found(one) && button(one.code === null ? '+' : '', () => take(found(one).fields), {
    class: `cell value${one.code === null ? '' : ' face'}`, 'aria-label': whereabouts(cells, one),
  }, one.code === null ? null : card(one.code, { hidden: Boolean(one.hidden), said: false }));
  const others = beside.map((one) => button(one.told, () => take(one.fields), { class: 'value' }));
  return [element('div', { class: 'plan' }, board([...cells, ...free], cell)), element('div', { class: 'values' }, ...others)];
}

// The places that an entry names, as the cards with those marked.
export function chosenPlaces(desk, place, entered) {
  const marked = new Map();
  for (const field of place.action.fields) {
    if (field.whose === undefined || !(field.name in entered)) continue;
    const owner = ownerOf(desk, place, field, entered);
    const at = field.name === 'x' ? entered : located(desk, owner, entered[field.name]);
    if (at) marked.set(owner, [...(marked.get(owner) || []), at]);
  }
  return [...marked].map(([owner, places]) => {
    const cells = cardsOf(desk, owner);
    const free = places.filter((at) => !cells.some(({ x, y }) => x === at.x && y === at.y)).map(({ x, y }) => ({ x, y, code: null }));
    const draw = (one) => places.some(({ x, y }) => x === one.x && y === one.y) && element('span', {
      class: 'cell chosen', role: 'img', 'aria-label': whereabouts(cells, one),
    }, one.code === null ? '●' : card(one.code, { hidden: Boolean(one.hidden), said: false }));
    return element('div', { class: 'plan' }, element('p', { class: 'soft', text: `${desk.players[owner - 1]}:` }), board([...cells, ...free], draw));
  });
}

// How many of the places that an entry names have a card whose face is not known: it is turned up there.
export function turnedUp(desk, place, fields) {
  const named = place.action.fields.filter(({ name, whose }) => whose !== undefined && typeof fields[name] === 'string');
  return named.filter((field) => {
    const owner = ownerOf(desk, place, field, fields);
    const at = located(desk, owner, fields[field.name]);
    return at && cardsOf(desk, owner).some(({ x, y, code }) => x === at.x && y === at.y && code === '??');
  }).length;
}
