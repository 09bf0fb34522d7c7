// Arrows from where something lay to where it lies now, over the table and in its frame.

const arrows = document.getElementById('trails');
const HEAD = 7;
// More than these say nothing that the ring round what moved does not.
const MOST_ARROWS = 6;
let trailed = [];

// Where something lies that came to a part, or lay that left it: in a grid that is where something else is now.
function spot(zoneAt, partAt, came) {
  const zone = table.children[zoneAt];
  const part = zone?.querySelector(`[data-part="${partAt}"]`);
  if (!part) return zone?.querySelector('h2 bdi')?.getBoundingClientRect();
  const fresh = came || part.matches('.grid') ? [...part.querySelectorAll('.card.moved, .heap.moved')] : [];
  return around((fresh.length ? fresh : [part.lastElementChild]).map((one) => one.getBoundingClientRect()));
}

function around(boxes) {
  const [left, top] = [Math.min(...boxes.map((one) => one.left)), Math.min(...boxes.map((one) => one.top))];
  const [right, bottom] = [Math.max(...boxes.map((one) => one.right)), Math.max(...boxes.map((one) => one.bottom))];
  return { left, top, width: right - left, height: bottom - top };
}

// The square in a long box that is nearest to another one, so that an arrow ends at the last card of a row.
function near(box, other) {
  const side = Math.min(box.width, box.height);
  const { x, y } = middle(other);
  const left = Math.min(Math.max(x - side / 2, box.left), box.left + box.width - side);
  const top = Math.min(Math.max(y - side / 2, box.top), box.top + box.height - side);
  return { left, top, width: side, height: side };
}

function middle(box) {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

// Where the way from the middle of a box to a point leaves the box.
function edge(box, to) {
  const from = middle(box);
  const across = to.x - from.x;
  const down = to.y - from.y;
  const share = Math.min(
    Math.abs(across) > 1 ? (box.width / 2) / Math.abs(across) : 1,
    Math.abs(down) > 1 ? (box.height / 2) / Math.abs(down) : 1,
    0.45,
  );
  return { x: from.x + across * share, y: from.y + down * share };
}

function arrow(whence, whither) {
  const source = near(whence, whither);
  const target = near(whither, whence);
  const from = edge(source, middle(target));
  const to = edge(target, middle(source));
  const across = to.x - from.x;
  const down = to.y - from.y;
  const bend = { x: from.x + across / 2 - down * 0.15, y: from.y + down / 2 + across * 0.15 };
  const angle = Math.atan2(to.y - bend.y, to.x - bend.x);
  const wing = (turn) => `${to.x - HEAD * 1.6 * Math.cos(angle + turn)} ${to.y - HEAD * 1.6 * Math.sin(angle + turn)}`;
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', `M${from.x} ${from.y}Q${bend.x} ${bend.y} ${to.x} ${to.y}M${wing(0.5)}L${to.x} ${to.y}L${wing(-0.5)}`);
  return path;
}

// Drawn in the frame of the window, cut off where the table is.
function drawTrails(step) {
  if (step) trailed = (step.trails || []).length <= 4 * MOST_ARROWS ? step.trails || [] : [];
  const frame = (broad.matches ? table : byId('below')).getBoundingClientRect();
  arrows.style.clipPath = `inset(${frame.top}px ${innerWidth - frame.right}px ${innerHeight - frame.bottom}px ${frame.left}px)`;
  const made = [];
  for (let at = 0; at < trailed.length; at += 4) {
    const ends = [spot(trailed[at], trailed[at + 1], false), spot(trailed[at + 2], trailed[at + 3], true)];
    if (ends.every(Boolean)) made.push(arrow(...ends));
  }
  arrows.replaceChildren(...made);
}

addEventListener('scroll', () => drawTrails(), { capture: true, passive: true });
