// Cards in words: whoever points at a card sees it large, and where it is told of; and the other way round.

const large = document.getElementById('large');
// These could be words, and are taken for cards only behind the name.
const WORDS = new Set(['As', 'Ah']);
let pinned = null;
// All that can be pointed at on the table.
const CARDS = '[data-code], [data-unseen][tabindex]';

function literally(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

// What is a card in a sentence: its name with its code behind it, or a code that cannot be anything else.
function mentions() {
  const named = [...cards].map(([code, { name }]) => `${literally(name)} \\(${literally(code)}\\)`);
  const bare = [...cards.keys()].filter((code) => code.length > 1 && !WORDS.has(code)).map(literally);
  const longest = (all) => all.sort((one, other) => other.length - one.length);
  const either = [...longest(named), ...(bare.length ? [`(?<![\\p{L}\\d])(?:${longest(bare).join('|')})(?![\\p{L}\\d])`] : [])];
  return either.length ? new RegExp(either.join('|'), 'gu') : null;
}

let mentionOf = mentions();

function mention(code, text) {
  return element('a', { role: 'button', tabindex: '0', class: 'mention', 'data-code': code, text });
}

// A sentence with each card and each word of the game in it as a button; one that is broken where the line ends.
function inWords(text) {
  if (!mentionOf) return inTerms(text);
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(mentionOf)) {
    const code = /\(([^()]+)\)$/.exec(found[0])?.[1] ?? found[0];
    parts.push(...inTerms(text.slice(from, found.index)), mention(code, found[0]));
    from = found.index + found[0].length;
  }
  return [...parts, ...inTerms(text.slice(from))];
}

function pointedAt(event) {
  return event.target.closest?.('#told [data-code], #ending [data-code], #table [data-code], #table [data-unseen], #stage [data-code]');
}

// Beside what is pointed at, where there is room, and never outside the window.
function putBeside(box) {
  const { offsetWidth: wide, offsetHeight: high } = large;
  const right = box.right + 8 + wide <= innerWidth ? box.right + 8 : Math.max(box.left - 8 - wide, 4);
  large.style.left = `${Math.min(right, innerWidth - wide - 4)}px`;
  large.style.top = `${Math.max(4, Math.min(box.top + box.height / 2 - high / 2, innerHeight - high - 4))}px`;
}

function enlarge(one) {
  shrink();
  if (one.dataset.unseen) return tellPossible(one);
  for (const same of document.querySelectorAll(`main [data-code="${CSS.escape(one.dataset.code)}"]`)) same.classList.add('marked');
  large.replaceChildren(card(one.dataset.code));
  return showLarge(one);
}

function showLarge(one) {
  large.hidden = false;
  putBeside(one.getBoundingClientRect());
}

function shrink() {
  for (const one of document.querySelectorAll('.marked')) one.classList.remove('marked');
  large.hidden = true;
  pinned = null;
}

function pointerOver(event) {
  if (event.pointerType === 'touch' || pinned) return;
  const one = pointedAt(event);
  if (one) enlarge(one);
  else if (!large.hidden) shrink();
}

function tapped(event) {
  const one = pointedAt(event);
  const again = one && one === pinned;
  shrink();
  if (!one || again) return;
  enlarge(one);
  pinned = one;
}

// Up and down go from card to card on the table.
function movedAmongCards(event) {
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!way || !event.target.matches(CARDS)) return;
  event.preventDefault();
  goAmong(event.currentTarget, CARDS, event.target, way);
}

function goAmong(part, what, from, way) {
  const all = inSight(part, what);
  const next = all[all.indexOf(from) + way];
  if (!next) return;
  from.setAttribute('tabindex', '-1');
  next.setAttribute('tabindex', '0');
  next.focus();
}

function inSight(part, what) {
  return [...part.querySelectorAll(what)].filter((one) => !one.closest('details:not([open]), [hidden]'));
}

// Of all cards in a part of the page, or of all words of the game, one is a stop for Tab.
function stopAmong(part, what) {
  const all = inSight(part, what);
  if (!all.some((one) => one.getAttribute('tabindex') === '0')) all[0]?.setAttribute('tabindex', '0');
}

function listenToCards() {
  document.addEventListener('pointerover', pointerOver);
  document.addEventListener('click', tapped);
  document.addEventListener('focusin', (event) => {
    const one = pointedAt(event);
    if (one?.matches(':focus-visible')) enlarge(one);
  });
  document.addEventListener('focusout', (event) => { if (pointedAt(event) && !pinned) shrink(); });
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape') shrink(); });
  table.addEventListener('keydown', movedAmongCards);
}
