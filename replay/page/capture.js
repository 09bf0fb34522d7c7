// The table as it is on the screen, as a picture of its own: an SVG of what the browser laid out, box by box and word by
// word.

const SEEN = { fill: 'fill', stroke: 'stroke', strokeWidth: 'stroke-width', strokeDasharray: 'stroke-dasharray', opacity: 'opacity' };
const ROOM = 12;

function made(tag, attributes, text = '') {
  const one = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value);
  one.textContent = text;
  return one;
}

const isClear = (color) => color === 'transparent' || /, 0\)$/.test(color);

// The ground of an element, its edge, and the ring around it.
function ground(style, { x, y, width, height }) {
  const edge = parseFloat(style.borderTopWidth) || 0;
  const ring = style.outlineStyle === 'none' ? 0 : parseFloat(style.outlineWidth) || 0;
  const box = { x, y, width, height, rx: parseFloat(style.borderRadius) || 0 };
  const shapes = [];
  if (!isClear(style.backgroundColor) || edge) {
    shapes.push(made('rect', { ...box, fill: isClear(style.backgroundColor) ? 'none' : style.backgroundColor, stroke: edge ? style.borderTopColor : 'none', 'stroke-width': edge, 'stroke-dasharray': style.borderTopStyle === 'dashed' ? '5 4' : 'none' }));
  }
  if (ring) shapes.push(made('rect', { ...box, fill: 'none', stroke: style.outlineColor, 'stroke-width': ring, 'stroke-dasharray': style.outlineStyle === 'dashed' ? '7 4' : 'none' }));
  return shapes;
}

// A drawing in the page, with the shapes that it takes from elsewhere and the colours that the page gives it.
function drawnSvg(svg, { x, y, width, height }) {
  const copy = svg.cloneNode(true);
  const [from, to] = [svg, copy].map((one) => [one, ...one.querySelectorAll('*')]);
  from.forEach((one, at) => {
    const style = getComputedStyle(one);
    for (const [name, attribute] of Object.entries(SEEN)) if (!one.hasAttribute(attribute)) to[at].setAttribute(attribute, style[name]);
    to[at].removeAttribute('style');
    to[at].removeAttribute('class');
  });
  for (const one of copy.querySelectorAll('use')) {
    const symbolOf = document.querySelector(one.getAttribute('href'));
    const inner = made('svg', { viewBox: symbolOf.getAttribute('viewBox'), width: '100%', height: '100%' });
    inner.append(...[...symbolOf.childNodes].map((child) => child.cloneNode(true)));
    one.replaceWith(inner);
  }
  for (const [name, value] of Object.entries({ x, y, width, height })) copy.setAttribute(name, value);
  if (!copy.hasAttribute('viewBox')) copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
  return copy;
}

function words(node, moved) {
  const style = getComputedStyle(node.parentElement);
  const range = document.createRange();
  const found = [];
  for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const box = moved(range.getBoundingClientRect());
    const { fontSize, fontWeight, fontFamily, color } = style;
    if (box.width) found.push(made('text', { x: box.x, y: box.y + box.height * 0.79, 'font-size': fontSize, 'font-weight': fontWeight, 'font-family': fontFamily, fill: color, textLength: box.width, lengthAdjust: 'spacingAndGlyphs' }, word));
  }
  return found;
}

function shapesOf(node, moved) {
  if (node.nodeType === Node.TEXT_NODE) return words(node, moved);
  if (node.nodeType !== Node.ELEMENT_NODE || node.matches('.heard, button, summary, [hidden]') || !node.checkVisibility()) return [];
  const box = moved(node.getBoundingClientRect());
  if (!box.width || !box.height) return [...node.childNodes].flatMap((one) => shapesOf(one, moved));
  const own = ground(getComputedStyle(node), box);
  if (node instanceof SVGSVGElement) return [...own.slice(0, 1), drawnSvg(node, box), ...own.slice(1)];
  return [...own, ...[...node.childNodes].flatMap((one) => shapesOf(one, moved))];
}

// What is told, the table, and what is shown large, one below the other.
function pictureOfTable() {
  const blocks = ['now', 'stage', 'table'].map(byId).filter((one) => one.checkVisibility() && one.getBoundingClientRect().height);
  const width = Math.max(...blocks.map((one) => one.scrollWidth)) + 2 * ROOM;
  const title = `${record.about.game}, step ${place(at, beat)}, as ${record.about.eyes}`;
  const whole = made('svg', { xmlns: SVG, width });
  whole.append(made('title', {}, title), made('rect', { width: '100%', height: '100%', fill: getComputedStyle(document.body).backgroundColor }));
  let down = ROOM;
  for (const block of blocks) {
    const { x, y, height } = block.getBoundingClientRect();
    const top = down;
    const moved = (box) => ({ x: box.x - x + ROOM + block.scrollLeft, y: box.y - y + top + block.scrollTop, width: box.width, height: box.height });
    whole.append(...shapesOf(block, moved));
    if (block.id === 'table') whole.append(...shapesOf(byId('trails'), moved));
    down += (block.id === 'stage' ? height : Math.max(height, block.scrollHeight)) + ROOM;
  }
  whole.setAttribute('height', down);
  whole.setAttribute('viewBox', `0 0 ${width} ${down}`);
  return whole;
}

// The same as PNG, twice as large; a browser that cannot draw it gives nothing.
async function pngOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const canvas = element('canvas', { width: image.width * 2, height: image.height * 2 });
  const brush = canvas.getContext('2d');
  brush.scale(2, 2);
  brush.drawImage(image, 0, 0);
  return new Promise((done) => { canvas.toBlob(done, 'image/png'); });
}
