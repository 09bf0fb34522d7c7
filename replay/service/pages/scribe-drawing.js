// Elements, cards and the table, drawn from what the service says; no game is known here.

const SVG = 'http://www.w3.org/2000/svg';
const UNKNOWN = '??';
const MANY = 9;
const DECK = 24;
let size = { width: 60, height: 84 };
const names = new Map();
// The codes of each suit, in the order of the deck; under no name those without one.
const suits = new Map();

export function element(tag, options = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (name === 'text') made.textContent = value;
    else if (name === 'tap') made.addEventListener('click', value);
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.filter((one) => one !== null && one !== undefined && one !== false));
  return made;
}

export function button(text, tap, options = {}, ...children) {
  return element('button', { type: 'button', text, tap, ...options }, ...children);
}

function symbol(id, inner) {
  const made = document.createElementNS(SVG, 'symbol');
  made.id = id;
  made.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`);
  made.innerHTML = inner;
  document.querySelector('#faces defs').append(made);
}

// Takes in the faces of a game, which are drawn from then on.
export function takeFaces({ card, cards }) {
  size = card;
  for (const kind of ['back', 'veil', 'gap']) symbol(`card-${kind}`, card[kind]);
  for (const [code, name, face, suit = ''] of cards) {
    names.set(code, name);
    suits.set(suit, [...(suits.get(suit) || []), code]);
    symbol(`face-${code}`, face);
  }
}

// Cards in the order of their deck, and whatever has none as it was.
export function sorted(values, cardOf) {
  const order = [...names.keys()];
  const place = (value) => order.indexOf(cardOf(value));
  return values.every((value) => place(value) >= 0) ? [...values].sort((one, other) => place(one) - place(other)) : values;
}

// Cards to choose among, each as `draw` makes it of its code. A whole deck stands suit by suit, each card where it always
// does, so that ranks lie under each other: what cannot be is left free there.
export function faces(codes, draw) {
  const known = sorted(codes, (code) => code);
  if (suits.size < 2 || codes.length < DECK) return element('div', { class: 'faces' }, ...known.map(draw));
  const groups = [...suits].filter(([, all]) => all.some((code) => codes.includes(code)));
  return element('div', { class: 'suits' }, ...groups.map(([suit, all]) => element('div', { class: 'faces suit', role: 'group', 'aria-label': suit || 'Without a suit' },
    ...all.map((code) => (codes.includes(code) ? draw(code) : element('span'))))));
}

export function nameOf(code, hidden = false) {
  if (code === '') return 'an empty place';
  if (!names.has(code)) return 'a face-down card';
  return `${names.get(code)} (${code})${hidden ? ', face down' : ''}`;
}

// The cards that stand in a value, at any depth.
export function cardsIn(value) {
  if (typeof value === 'string') return names.has(value) ? [value] : [];
  return value && typeof value === 'object' ? Object.values(value).flatMap(cardsIn) : [];
}

// A card as a picture; `said` is false where the words beside it say which it is.
export function card(code, { hidden = false, said = true } = {}) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`);
  svg.setAttribute('class', `card${code === '' ? ' gap' : ''}`);
  if (said) {
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', nameOf(code, hidden));
  } else {
    svg.setAttribute('aria-hidden', 'true');
  }
  const drawn = code === '' ? 'card-gap' : names.has(code) ? `face-${code}` : 'card-back';
  for (const id of [drawn, ...(names.has(code) && hidden ? ['card-veil'] : [])]) {
    const use = document.createElementNS(SVG, 'use');
    use.setAttribute('href', `#${id}`);
    svg.append(use);
  }
  return svg;
}

// The table: zones with rows, piles, grids and ledgers.

function labelled(kind, label, ...content) {
  const heading = label ? element('h4', { text: label }) : null;
  return element('div', { class: `part ${kind}`, role: 'group', 'aria-label': label || kind }, heading, ...content);
}

function heap(code, count) {
  return element('span', { class: 'heap' }, card(count ? code : ''), element('span', { class: 'count', text: `${count}` }));
}

function row([, label, codes, hidden, up]) {
  const line = element('div', { class: 'cards' });
  for (let at = 0; at < codes.length; ) {
    let end = at;
    while (codes[end] === UNKNOWN) end += 1;
    if (end - at > MANY) {
      line.append(heap(UNKNOWN, end - at));
      at = end;
    } else {
      line.append(card(codes[at], { hidden: Boolean(hidden) && !up.includes(at) }));
      at += 1;
    }
  }
  if (!codes.length) line.append(card(''));
  return labelled('row', label, line);
}

function pile([, label, count, top]) {
  return labelled('pile', label, heap(top, count));
}

export function board(cells, put = () => null) {
  const made = element('div', { class: 'grid' });
  const xs = cells.map(({ x }) => x);
  const ys = cells.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const sorted = [...cells].sort((one, other) => one.y - other.y || one.x - other.x);
  for (const cell of sorted) {
    const thing = put(cell) || card(cell.code, { hidden: Boolean(cell.hidden) });
    thing.style.gridColumn = cell.x - left + 1;
    thing.style.gridRow = cell.y - top + 1;
    made.append(thing);
  }
  return made;
}

// Where a place is, as somebody at the table would say it: by what lies there, or else beside it.
export function whereabouts(cells, { x, y }) {
  const at = (column, row) => cells.find((cell) => cell.x === column && cell.y === row);
  const here = at(x, y);
  if (here) {
    const [left, top] = [Math.min(...cells.map((cell) => cell.x)), Math.min(...cells.map((cell) => cell.y))];
    return `Row ${y - top + 1}, column ${x - left + 1}: ${nameOf(here.code, Boolean(here.hidden))}`;
  }
  const beside = [['right of', at(x - 1, y)], ['left of', at(x + 1, y)], ['below', at(x, y - 1)], ['above', at(x, y + 1)]];
  const words = beside.filter(([, cell]) => cell).map(([word, cell]) => `${word} ${nameOf(cell.code)}`);
  if (words.length) return words.join(', ').replace(/^./, (letter) => letter.toUpperCase());
  const far = (cell) => Math.abs(cell.x - x) + Math.abs(cell.y - y);
  const [near] = [...cells].sort((one, other) => far(one) - far(other));
  if (!near) return 'The first place';
  const steps = [[x - near.x, 'right', 'left'], [y - near.y, 'down', 'up']].filter(([count]) => count);
  return `${steps.map(([count, more, less]) => `${Math.abs(count)} ${count > 0 ? more : less}`).join(' and ')} from ${nameOf(near.code)}`;
}

export function cellsOf([, , cells]) {
  return cells.map(([code, x, y, hidden]) => ({ code, x, y, hidden }));
}

function grid(part) {
  const cells = cellsOf(part);
  return labelled('grid-part', part[1], cells.length ? board(cells) : card(''));
}

function ledger([, label, lines]) {
  const list = element('dl');
  for (const [name, value] of lines) list.append(element('div', {}, element('dt', { text: name }), element('dd', { text: value })));
  return labelled('ledger', label, list);
}

const DRAW = { row, pile, grid, ledger };

export function zones(desk) {
  return desk.zones.map(([name, owner, parts, markers]) => {
    const heading = element('h3', { text: name });
    for (const marker of markers) heading.append(' ', element('span', { class: 'marker', text: marker }));
    const drawn = parts.map((at) => DRAW[desk.parts[at][0]](desk.parts[at]));
    const body = element('div', { class: 'parts' }, ...drawn);
    return element('section', { class: owner ? 'zone seat' : 'zone', 'aria-label': name }, heading, body);
  });
}
