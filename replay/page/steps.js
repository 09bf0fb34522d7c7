// The list of the steps so far, what is told of one of them, and the search among them.

const list = document.getElementById('steps');
const find = document.getElementById('find');
let listed = 0;
let sought = '';
// After which step what is listed is a variation, what stands under a step besides, and beside the curves.
let variedAfter = Infinity;
let ownLines = () => [];
let ownCurve = () => [];

// What may be told of a step: of one whose end was not reached yet only so much.
function sentence(number) {
  return toldIn(number, number === reached ? reachedBeat : 0, true).join(' ');
}

function isWhole(number) {
  return number < reached || (number === reached && !reachedBeat);
}

function item(number) {
  const step = record.steps[number];
  const link = element('a', { href: `#${number}`, tabindex: '-1' });
  link.append(element('span', { class: 'step', text: number }), element('span', { text: sentence(number) || 'Set up.' }));
  const entry = element('li', { 'data-step': number, class: number > variedAfter && 'varied-step' }, link);
  const whole = isWhole(number);
  const begins = whole && step.round && (number === 0 || record.steps[number - 1].round !== step.round);
  if (whole && step.notes) entry.append(element('p', { class: 'note', text: step.notes.join('\n') }));
  if (ownText(number)) entry.append(element('p', { class: 'note own', text: `You: ${ownText(number)}` }));
  if (whole) entry.append(...ownLines(number));
  // A round begins at the end of the step that brought it about.
  if (begins && number) entry.append(element('h3', { text: step.round }));
  else if (begins) entry.prepend(element('h3', { text: step.round }));
  return entry;
}

// Shows the steps up to the farthest that was reached; what is to come is not in the list.
function listTo(reached) {
  const more = document.createDocumentFragment();
  for (; listed <= reached; listed += 1) more.append(item(listed));
  list.append(more);
  const left = record.steps.length - 1 - reached;
  document.getElementById('rest').textContent = left
    ? `${left} more ${left === 1 ? 'step is' : 'steps are'} hidden until you get there.`
    : '';
  document.getElementById('reveal').hidden = !left || Boolean(guessing);
}

// The last step of the list again, of which more is told now.
function tellMore() {
  list.lastElementChild?.replaceWith(item(listed - 1));
}

// Where one is in the list, and which of its entries Tab reaches: looked for each time, that would take as long as it is.
const inList = { current: null, stop: null };

function markInList(number) {
  inList.current?.removeAttribute('aria-current');
  inList.current?.classList.remove('whole');
  const entry = list.children[number];
  if (!entry) return;
  inList.current = entry.querySelector('a');
  inList.current.setAttribute('aria-current', 'step');
  inList.current.classList.add('whole');
  stopInList(entry);
  bringInList(entry);
}

// Entries out of sight have no more than a likely height, and are as high as they are a frame later: then the entry is
// brought in sight again, until it stays there. `left` frames are waited for at most.
let settling = 0;

function bringInList(entry, left = 12) {
  cancelAnimationFrame(settling);
  const frame = list.getBoundingClientRect();
  // All of it is told there where the list can show that, else as much as of the others: it stands above the list too.
  if (entry.offsetHeight > frame.height) entry.querySelector('a').classList.remove('whole');
  const place = entry.getBoundingClientRect();
  const above = place.top - frame.top;
  // What is higher than the frame is read from its beginning.
  const room = Math.max(0, frame.height - place.height);
  if (above < -1 || above > room + 1) list.scrollTop += above - room * 0.6;
  if (left) settling = requestAnimationFrame(() => entry.isConnected && bringInList(entry, left - 1));
}

// Whoever scrolls the list meanwhile wants to see something else.
for (const kind of ['wheel', 'pointerdown']) list.addEventListener(kind, () => cancelAnimationFrame(settling), { passive: true });

// Whatever takes room from the list leaves the step in sight, and so it is when the list itself comes in sight.
function bringCurrent() {
  const entry = inList.current?.closest('li');
  if (entry?.isConnected && !list.contains(document.activeElement)) bringInList(entry);
}

new ResizeObserver(bringCurrent).observe(list);
new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && bringCurrent()).observe(list);

// What is opened below what is told is in sight: as much of it as there is room for, from its beginning.
function showOpened(part) {
  const now = document.getElementById('now');
  fitStory();
  if (part.open === false) return;
  const over = part.offsetTop + part.offsetHeight - now.clientHeight;
  if (over > now.scrollTop) now.scrollTop = Math.min(over + ASIDE, part.offsetTop - ASIDE);
}

// Of all steps one can be reached by Tab: where one is, or where one has gone from there.
function stopInList(entry) {
  inList.stop?.setAttribute('tabindex', '-1');
  inList.stop = entry.querySelector('a');
  inList.stop.setAttribute('tabindex', '0');
}

function focusInList(entry) {
  stopInList(entry);
  entry.querySelector('a').focus();
}

const SILENT = ['The table after that.'];

function tell(number, beat) {
  const step = shot(number, beat);
  const last = record.steps.length - 1;
  const ends = endsAt(number, beat);
  document.getElementById('number').textContent = `Step ${place(number, beat)} of ${last}`;
  document.getElementById('title').replaceChildren(...inTerms(step.title || ''));
  const told = document.getElementById('told');
  told.replaceChildren(...(step.told?.length ? step.told : beat ? SILENT : ['Set up.']).map((text) => element('p', {}, ...inWords(text))));
  document.getElementById('entered').textContent = step.entered ? `${step.who}: ${step.entered}${step.took ? ` (after ${step.took})` : ''}` : '';
  document.getElementById('notes').replaceChildren(
    ...(step.notes || []).map((text) => element('p', { class: 'note', text })), ...detailsHere(step),
  );
  tellEnding(ends && number >= (record.ending?.from ?? last));
  tellChoices(number, step, ends);
  stopAmong(document.getElementById('now'), '[data-rule]');
  document.getElementById('changed').textContent = number || beat > 1 ? changesHeard(step) : '';
}

// What else is different now, for those who do not see it: numbers, and what marks a seat.
function changesHeard(step) {
  const told = [];
  const places = step.moved || [];
  for (let next = 0; next < places.length; next += 3) {
    const [zoneAt, partAt, itemAt] = places.slice(next, next + 3);
    const [name, , parts, markers] = record.zones[step.zones[zoneAt]];
    if (partAt === MARKERS) told.push(`${name}: ${markers[itemAt]}.`);
    else if (record.parts[parts[partAt]][0] === 'ledger') told.push(`${name}: ${record.parts[parts[partAt]][2][itemAt].join(' ')}.`);
  }
  for (const at of range(0, (step.trails || []).length / 4)) {
    const [from, to] = [0, 2].map((end) => placeHeard(step, ...step.trails.slice(4 * at + end, 4 * at + end + 2)));
    told.push(`From ${from} to ${to}.`);
  }
  return told.join(' ');
}

function placeHeard(step, zoneAt, partAt) {
  const [name, , parts] = record.zones[step.zones[zoneAt]];
  return partAt < 0 ? name : `${name}, ${record.parts[parts[partAt]][1]}`;
}

// What whoever acted could have done instead, and what is open now.
function tellChoices(number, step, ends) {
  const box = document.getElementById('open');
  const content = [];
  const before = number ? (record.steps[number - 1].open || []).map((one) => record.choices[one]) : [];
  const own = before.find((one) => one[1] === step.who);
  if (own) content.push(element('h3', { text: `In this step ${own[1]} could` }), choiceList(own[2]));
  for (const one of (step.open || []).map((place) => record.choices[place])) {
    content.push(element('h3', { text: one[3] ? `Now ${one[1]} is to act, and may` : `Now ${one[1]} may` }));
    content.push(choiceList(one[2]));
  }
  const over = step.zones.length ? 'Nothing: the match is over.' : 'Nothing yet: the deal is awaited.';
  const none = ends ? over : 'The step is not over yet.';
  box.replaceChildren(...(content.length ? content : [element('p', { text: none })]));
}

function choiceList(texts) {
  const made = element('ul');
  for (const text of texts) {
    const [verb, ...rest] = text.split(' ');
    made.append(element('li', {}, element('b', {}, ...inTerms(verb)), ' ', ...inTerms(rest.join(' '))));
  }
  return made;
}

function hasIn(number, wanted) {
  const notes = (isWhole(number) && record.steps[number].notes) || [];
  return `${sentence(number)} ${notes.join(' ')} ${ownText(number)}`.toLowerCase().includes(wanted);
}

// The steps so far in which a text occurs.
function hitsOf(wanted) {
  return wanted ? range(0, listed).filter((number) => hasIn(number, wanted)) : [];
}

// Only steps with what is searched for stay in the list while somebody searches.
function searched() {
  const wanted = find.value.trim().toLowerCase();
  if (wanted) sought = wanted;
  for (const entry of list.children) entry.hidden = Boolean(wanted) && !hasIn(Number(entry.dataset.step), wanted);
  const shown = inList.current?.closest('li:not([hidden])') || list.querySelector('li:not([hidden])');
  if (shown) stopInList(shown);
  // On a phone the list lies below the table: what was found is brought in sight.
  const below = byId('below');
  if (wanted && !broad.matches) below.scrollTop += byId('log').getBoundingClientRect().top - below.getBoundingClientRect().top;
  document.getElementById('found').textContent = wanted ? `${hitsOf(wanted).length} found` : '';
}
