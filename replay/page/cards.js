// Cards: a face is put into the page when its code is first shown, and drawn from there.

const SVG = 'http://www.w3.org/2000/svg';
const UNKNOWN = '??';
const record = JSON.parse(document.getElementById('record').textContent);
if (record.texts) expand(record);
const cards = new Map(record.cards.map(([code, name, face]) => [code, { name, face }]));
const drawn = new Map();

// In a file each text stands once (`compaction.py`): it is put where it is read.
function expand({ steps, parts, zones, choices, texts, labels, singles }) {
  const read = (one) => { for (const key of ['who', 'title', 'round']) if (key in one) one[key] = texts[one[key]]; };
  for (const step of steps) {
    read(step);
    (step.beats || []).forEach(read);
  }
  for (const part of parts.filter(([kind]) => kind === 'ledger')) {
    const [label, ...names] = labels[part[1]];
    part[1] = label;
    part[2] = part[2].map((value, at) => [names[at], value]);
  }
  for (const zone of zones) {
    zone[0] = texts[zone[0]];
    zone[3] ||= [];
  }
  for (const choice of choices) {
    choice[1] = texts[choice[1]];
    choice[2] = choice[2].map((one) => texts[one]);
    if (choice[4]) choice[4] = choice[4].map((one) => singles[one]);
  }
}

function element(tag, options = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (name === 'text') made.textContent = value;
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

function symbol(key, inner) {
  if (!drawn.has(key)) {
    const { width, height } = record.card;
    const made = document.createElementNS(SVG, 'symbol');
    made.id = `card-${drawn.size}`;
    made.setAttribute('viewBox', `0 0 ${width} ${height}`);
    made.innerHTML = inner;
    document.querySelector('#faces defs').append(made);
    drawn.set(key, made.id);
  }
  return drawn.get(key);
}

function use(svg, key, inner) {
  const made = document.createElementNS(SVG, 'use');
  made.setAttribute('href', `#${symbol(key, inner)}`);
  svg.append(made);
}

function cardName(code, hidden) {
  if (code === '') return 'an empty place';
  if (code === UNKNOWN || !cards.has(code)) return 'a face-down card';
  return `${cards.get(code).name} (${code})${hidden ? ', face down' : ''}`;
}

function rim() {
  const svg = card('');
  use(svg, 'veil', record.card.veil);
  svg.classList.remove('gap');
  return svg;
}

// A card as a picture: its face, its back, its face under a rim where it lies face down, or an empty place.
function card(code, { hidden = false, mark = '', item } = {}) {
  const svg = document.createElementNS(SVG, 'svg');
  const name = cardName(code, hidden) + ({ moved: ', new', named: ', told of', differs: ', not so at the other table' }[mark] || '');
  const known = cards.get(code);
  svg.setAttribute('viewBox', `0 0 ${record.card.width} ${record.card.height}`);
  svg.setAttribute('class', `card${mark ? ` ${mark}` : ''}${code === '' ? ' gap' : ''}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', name);
  if (code === '') use(svg, 'gap', record.card.gap);
  else if (known) use(svg, code, known.face);
  else use(svg, 'back', record.card.back);
  if (known && hidden) use(svg, 'veil', record.card.veil);
  if (known) {
    svg.dataset.code = code;
    svg.setAttribute('tabindex', '-1');
  }
  if (code === UNKNOWN && item !== undefined) {
    svg.dataset.unseen = item;
    // Where nothing is told of it there is nothing to go to.
    if (record.possible?.length) svg.setAttribute('tabindex', '-1');
  }
  const title = document.createElementNS(SVG, 'title');
  title.textContent = name;
  svg.prepend(title);
  return svg;
}
