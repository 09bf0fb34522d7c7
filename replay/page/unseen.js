// What a card can be that these eyes do not see: told at the back that is pointed at, after the step that is shown.

const MOST_CARDS = 60;
const EVERY = -1;

// Zone, part, item and what it can be, one behind the other.
function possibleAt(zoneAt, partAt, item) {
  const told = shot(at, beat).possible || [];
  for (let next = 0; next < told.length; next += 4) {
    const [zone, part, which, place] = told.slice(next, next + 4);
    if (zone === zoneAt && part === partAt && (which === EVERY || which === item)) return record.possible[place];
  }
  return null;
}

const perCent = (share) => `${share < 0.1 ? (100 * share).toFixed(1) : Math.round(100 * share)} %`;

function possibleTold(groups) {
  const count = groups.reduce((sum, [, codes]) => sum + codes.length, 0);
  let room = MOST_CARDS;
  const lines = [];
  for (const [share, codes] of groups) {
    const some = codes.slice(0, room);
    room -= some.length;
    if (some.length) lines.push(`${perCent(share)}${codes.length > 1 ? ' each' : ''}: ${some.join(' ')}`);
  }
  return [`Can be ${count === 1 ? 'one card alone' : `any of ${count} cards`}, as far as these eyes know:`, ...lines, ...(count > MOST_CARDS ? [count - MOST_CARDS === 1 ? 'and one other' : `and ${count - MOST_CARDS} others`] : [])];
}

function tellPossible(one) {
  const zoneAt = [...table.children].indexOf(one.closest('.zone'));
  const groups = possibleAt(zoneAt, Number(one.closest('.part').dataset.part), Number(one.dataset.unseen));
  if (!groups) return;
  const lines = possibleTold(groups);
  large.replaceChildren(element('div', { class: 'possible' }, ...lines.map((text) => element('p', { text }))));
  one.setAttribute('aria-label', `a face-down card. ${lines.join(' ')}`);
  showLarge(one);
}
