// Arrows from where something lay to where it lies now, over the table and in its frame.

const arrows = document.getElementById('trails');
const HEAD = 7;
// More than these say nothing that the ring round what moved does not.
const MOST_ARROWS = 6;
let trailed = [];

function spot(zoneAt, partAt) {
  const zone = table.children[zoneAt];
  return zone?.querySelector(`[data-part="${partAt}"] > :last-child`) || zone?.querySelector('h2 bdi');
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

function arrow(source, target) {
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
    const ends = [spot(trailed[at], trailed[at + 1]), spot(trailed[at + 2], trailed[at + 3])];
    if (ends.every(Boolean)) made.push(arrow(...ends.map((one) => one.getBoundingClientRect())));
  }
  arrows.replaceChildren(...made);
}

addEventListener('scroll', () => drawTrails(), { capture: true, passive: true });
