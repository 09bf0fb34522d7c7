// How large letters can be, how many pages a list needs, and rows that glide to where they belong.

// In hundredths of the screen's height; the least can be read from eight times that height away.
export const SIZES = [10, 9, 8, 7, 6.5, 6, 5.5, 5, 4.5, 4];
// With letters of this size at least each name has a line of its own.
const LINED = 5;
const GLIDE = 900;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

const isFull = (place) => place.scrollHeight > place.clientHeight + 1 || place.scrollWidth > place.clientWidth + 1;

// The largest letters with which all that is in a place fits; whether it does with the smallest at least.
export function enlarge(place, sizes = SIZES, isGood = () => true) {
  return sizes.some((size) => {
    place.style.setProperty('--size', size);
    return !isFull(place) && isGood(place);
  });
}

// Whether each name stands in one line with what it has.
const isLined = (place) => [...place.querySelectorAll('.seat')].every((one) => one.offsetHeight < 1.8 * parseFloat(getComputedStyle(one).fontSize));

// Items on as many pages as a place needs: on one with letters as large as can be, else on few that are alike. Where
// there is room for it each name has a line of its own, and what there is fills the place.
export function paged(place, items, hasNames = false) {
  place.classList.remove('lines', 'whole');
  place.style.gridAutoFlow = place.style.gridTemplateRows = '';
  place.replaceChildren(...items);
  if (!items.length) return [items];
  place.classList.toggle('lines', hasNames);
  let fits = hasNames && enlarge(place, SIZES.filter((size) => size >= LINED), isLined);
  if (!fits) {
    place.classList.remove('lines');
    fits = enlarge(place);
  }
  place.classList.toggle('whole', fits);
  if (fits) return [items];
  const pages = [];
  for (let left = items; left.length;) {
    place.replaceChildren(...left);
    const bottom = place.getBoundingClientRect().bottom + 1;
    const over = left.findIndex((one) => one.getBoundingClientRect().bottom > bottom);
    const fit = over < 0 ? left.length : Math.max(over, 1);
    pages.push(left.slice(0, fit));
    left = left.slice(fit);
  }
  return evened(place, items, pages);
}

// The same items in as many pages of alike length, with letters as large as all of these have room for; or the pages as
// they were, where some are too long then.
function evened(place, items, pages) {
  const upTo = (at) => Math.round((at * items.length) / pages.length);
  const even = pages.map((page, at) => items.slice(upTo(at), upTo(at + 1)));
  const fit = SIZES.find((size) => {
    place.style.setProperty('--size', size);
    return even.every((page) => {
      place.replaceChildren(...page);
      return !isFull(place);
    });
  });
  return fit ? even : pages;
}

// How many lines each name takes, on the pages of a place.
const linesIn = (place, pages) => pages.flatMap((page) => {
  place.replaceChildren(...page);
  return page.map((one) => one.querySelector('.who')).map((who) => Math.round(who.offsetHeight / (1.2 * parseFloat(getComputedStyle(who).fontSize))));
});

// The same, with one more column where neither a page nor a line of a name is added for it; letters may be smaller.
export function pagedWith(column, place, items) {
  place.classList.remove(column);
  const pages = paged(place, items);
  if (!items.some((one) => one.querySelector(`.${column}:not(:empty)`))) return pages;
  const before = linesIn(place, pages);
  place.classList.add(column);
  const more = paged(place, items);
  if (more.length === pages.length && linesIn(place, more).every((lines, at) => lines <= before[at])) return more;
  place.classList.remove(column);
  return paged(place, items);
}

// Where the items of a place are now, by what they are called.
export const placesIn = (place) => new Map([...place.children].map((one) => [one.dataset.name, one.getBoundingClientRect()]));

// In several columns a list is read down the first of them, then down the next.
export function downwards(place) {
  place.style.gridAutoFlow = place.style.gridTemplateRows = '';
  const columns = getComputedStyle(place).gridTemplateColumns.split(' ').length;
  if (columns < 2) return;
  place.style.gridTemplateRows = `repeat(${Math.ceil(place.childElementCount / columns)}, auto)`;
  place.style.gridAutoFlow = 'column';
}

// What stood elsewhere before glides from there.
export function glide(place, before) {
  if (calm.matches) return;
  for (const one of place.children) {
    const from = before.get(one.dataset.name);
    if (!from) continue;
    const now = one.getBoundingClientRect();
    const start = `translate(${from.x - now.x}px, ${from.y - now.y}px)`;
    if (from.x !== now.x || from.y !== now.y) one.animate([{ transform: start }, { transform: 'none' }], { duration: GLIDE, easing: 'ease-in-out' });
  }
}
