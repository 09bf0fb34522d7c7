// The table: any game's zones, each with its rows, piles, grids and ledgers.

const table = document.getElementById('table');
const MANY = 9;
const MARKERS = -1;

function counted(number, noun) {
  return `${number || 'no'} ${noun}${number === 1 ? '' : 's'}`;
}

// How each thing is marked in a step, by keys 'zone part item': what moved, cards that are told of where they lie, and what
// is not so at a table beside this one.
function marksIn(step) {
  const found = new Map();
  for (const mark of ['named', 'moved', 'differs']) {
    const places = step[mark] || [];
    for (let at = 0; at < places.length; at += 3) found.set(`${places[at]} ${places[at + 1]} ${places[at + 2]}`, mark);
  }
  return found;
}

function labelled(kind, label, ...content) {
  const part = element('div', { class: `part ${kind}`, role: 'group', 'aria-label': label });
  part.append(element('h3', {}, ...inTerms(label)), ...content);
  return part;
}

function row([, label, codes, hidden, up], markOf) {
  const line = element('div', { class: 'cards' });
  for (let at = 0; at < codes.length; ) {
    const run = codes[at] === UNKNOWN ? runOf(codes, at) : 1;
    if (run > MANY) {
      line.append(backs(run, range(at, run).map(markOf).find(Boolean), at));
    } else {
      for (const item of range(at, run)) line.append(card(codes[item], { hidden: hidden && !up.includes(item), mark: markOf(item), item }));
    }
    at += run;
  }
  if (!codes.length) line.append(card(''));
  return labelled('row', label, line);
}

function runOf(codes, at) {
  let end = at;
  while (codes[end] === UNKNOWN) end += 1;
  return end - at;
}

function range(start, count) {
  return Array.from({ length: count }, (_, at) => start + at);
}

// How many lie there, on the corner of the uppermost.
function badge(count) {
  return element('span', { class: 'count' }, `${count || ''}`, heard(count ? counted(count, 'card').slice(`${count}`.length) : counted(0, 'card')));
}

function backs(count, mark, item) {
  const heap = element('span', { class: `heap thick${mark ? ` ${mark}` : ''}` }, card(UNKNOWN, { item }));
  heap.append(badge(count));
  return heap;
}

function pile([, label, count, top], markOf) {
  const heap = element('span', { class: `heap${count > 1 ? ' thick' : ''}${markOf(0) ? ` ${markOf(0)}` : ''}` });
  heap.append(card(count ? top : ''), badge(count));
  return labelled('pile', label, heap);
}

function grid([, label, cells], markOf) {
  if (!cells.length) return labelled('grid', label, card(''));
  const xs = cells.map((cell) => cell[1]);
  const ys = cells.map((cell) => cell[2]);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  const size = { x: Math.max(...xs) - left + 1, y: Math.max(...ys) - top + 1 };
  const board = element('div', { class: 'board', 'data-rows': size.y });
  // Where they have no room beside each other cards overlap, and the last one is seen whole.
  board.style.gridTemplateColumns = `auto ${size.x > 1 ? `repeat(${size.x - 1}, minmax(0, max-content)) ` : ''}auto`;
  const put = (thing, x, y) => {
    thing.style.gridColumn = x + 2;
    thing.style.gridRow = y + 2;
    board.append(thing);
  };
  for (const x of range(0, size.x)) put(element('span', { class: 'axis', text: left + x }), x, -1);
  for (const y of range(0, size.y)) put(element('span', { class: 'axis', text: top + y }), -1, y);
  const taken = new Set(cells.map(([, x, y]) => `${x} ${y}`));
  for (const y of range(0, size.y)) {
    for (const x of range(0, size.x)) if (!taken.has(`${left + x} ${top + y}`)) put(card(''), x, y);
  }
  const down = range(0, cells.length).sort((one, other) => cells[one][2] - cells[other][2] || cells[one][1] - cells[other][1]);
  for (const at of down) {
    const [code, x, y, hidden] = cells[at];
    put(card(code, { hidden, mark: markOf(at), item: at }), x - left, y - top);
  }
  return labelled('grid', label, board);
}

function ledger([, label, lines], markOf) {
  const list = element('dl');
  lines.forEach(([name, value], at) => {
    const entry = element('div', { class: markOf(at) || '' });
    entry.append(element('dt', {}, ...inTerms(name)), element('dd', { text: value }));
    list.append(entry);
  });
  return labelled('ledger', label, list);
}

const DRAW = { row, pile, grid, ledger };

function zone(number, at, { marked, left, aimed, awaited }) {
  const [name, owner, parts, markers] = record.zones[number];
  const own = owner && owner === record.about.seat;
  const kind = `zone${owner ? ' seat' : ''}${own ? ' own' : ''}${awaited.has(owner) && owner ? ' awaited' : ''}`;
  const made = element('section', { class: kind, 'aria-label': name });
  const heading = element('h2', {}, element('bdi', { text: name }));
  markers.forEach((marker, item) => {
    const mark = marked.get(`${at} ${MARKERS} ${item}`);
    heading.append(element('span', { class: `marker${mark ? ` ${mark}` : ''}` }, ...inTerms(marker)));
  });
  if (owner && aimed.has(owner)) heading.append(element('span', { class: 'marker moved', text: 'target' }));
  heading.classList.toggle('left', left.has(`${at} -1`));
  const head = element('div', { class: 'head' }, heading);
  const body = element('div', { class: 'parts' });
  const ledgers = element('div', { class: 'ledgers' });
  parts.forEach((part, place) => {
    const content = record.parts[part];
    const box = content[0] === 'ledger' ? ledgers : body;
    const drawn = DRAW[content[0]](content, (item) => marked.get(`${at} ${place} ${item}`));
    drawn.dataset.part = place;
    drawn.classList.toggle('left', left.has(`${at} ${place}`));
    box.append(drawn);
  });
  if (ledgers.children.length) (ledgers.children.length > 1 ? body : head).append(ledgers);
  if (owner) head.prepend(turns(record.about.players[owner - 1], owner));
  made.append(head, body);
  return made;
}

// Buttons to the step before and after of this player.
function turns(name, owner) {
  const one = (sign, way, label) => {
    const title = `${label} step of ${name}`;
    return element('button', { type: 'button', title, 'aria-label': title, 'data-seat': owner, 'data-way': way, text: sign });
  };
  return element('span', { class: 'turns' }, one('‹', -1, 'Previous'), one('›', 1, 'Next'));
}

function zoneKey(step, number, at, { left, aimed, awaited }) {
  const here = [step.moved, step.named].map((places = []) =>
    range(0, places.length / 3).filter((one) => places[3 * one] === at).map((one) => places.slice(3 * one + 1, 3 * one + 3)).join());
  const from = [...left].filter((one) => one.startsWith(`${at} `));
  const owner = record.zones[number][1];
  return `${number}:${here.join('/')}:${from}:${awaited.has(owner)}:${aimed.has(owner)}`;
}

// Parts that something left, as keys 'zone part'.
function leftIn({ trails = [] }) {
  return new Set(range(0, trails.length / 4).map((at) => `${trails[4 * at]} ${trails[4 * at + 1]}`));
}

function awaitedIn(step) {
  return new Set((step.open || []).map((one) => record.choices[one]).filter((one) => one[3]).map((one) => one[0]));
}

// Draws the table of a step; zones that look the same as before stay as they are.
function drawTable(step, glide) {
  const marks = { marked: marksIn(step), left: leftIn(step), aimed: new Set(step.aimed), awaited: awaitedIn(step) };
  const before = glide ? placesOfCards() : new Map();
  step.zones.forEach((number, at) => {
    const key = zoneKey(step, number, at, marks);
    const old = table.children[at];
    if (old && old.dataset.key === key) return;
    const made = zone(number, at, marks);
    made.dataset.key = key;
    if (old) old.replaceWith(made);
    else table.append(made);
  });
  while (table.children.length > step.zones.length) table.lastElementChild.remove();
  for (const what of [CARDS, '[data-rule]']) stopAmong(table, what);
  if (glide) glideCards(before);
}

// Cards that moved glide from where they lay to where they lie now.
function placesOfCards() {
  const found = new Map();
  for (const one of table.querySelectorAll('svg[data-code]')) {
    const places = found.get(one.dataset.code) || [];
    found.set(one.dataset.code, [...places, one.getBoundingClientRect()]);
  }
  return found;
}

function glideCards(before) {
  for (const one of table.querySelectorAll('svg.moved[data-code]')) {
    const old = (before.get(one.dataset.code) || []).shift();
    const now = one.getBoundingClientRect();
    if (!old || (Math.abs(old.x - now.x) < 2 && Math.abs(old.y - now.y) < 2)) continue;
    const start = `translate(${old.x - now.x}px, ${old.y - now.y}px)`;
    one.animate([{ transform: start, zIndex: 5 }, { transform: 'none' }], { duration: 280, easing: 'ease-out' });
  }
}
