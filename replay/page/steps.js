// The list of the steps so far, what is told of one of them, and the search among them.

const list = document.getElementById('steps');
const find = document.getElementById('find');
let listed = 0;

function sentence(step) {
  return (step.told || []).join(' ');
}

function item(number) {
  const step = record.steps[number];
  const link = element('a', { href: `#${number}` });
  link.append(element('span', { class: 'step', text: number }), element('span', { text: sentence(step) || 'Set up.' }));
  const entry = element('li', { 'data-step': number }, link);
  const begins = step.round && (number === 0 || record.steps[number - 1].round !== step.round);
  if (step.notes) entry.append(element('p', { class: 'note', text: step.notes.join('\n') }));
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
  document.getElementById('reveal').hidden = !left;
}

function markInList(number) {
  list.querySelector('[aria-current]')?.removeAttribute('aria-current');
  const entry = list.children[number];
  if (!entry) return;
  entry.querySelector('a').setAttribute('aria-current', 'step');
  const frame = list.getBoundingClientRect();
  const place = entry.getBoundingClientRect();
  if (place.top < frame.top || place.bottom > frame.bottom) {
    list.scrollTop += place.top - frame.top - (frame.height - place.height) * 0.6;
  }
}

function tell(number) {
  const step = record.steps[number];
  const last = record.steps.length - 1;
  document.getElementById('number').textContent = `Step ${number} of ${last}`;
  document.getElementById('title').textContent = step.title || '';
  const told = document.getElementById('told');
  told.replaceChildren(...(step.told || ['Set up.']).map((text) => element('p', { text })));
  document.getElementById('entered').textContent = step.entered ? `${step.who}: ${step.entered}` : '';
  document.getElementById('notes').replaceChildren(
    ...(step.notes || []).map((text) => element('p', { class: 'note', text })),
  );
  tellEnding(number === last);
  tellChoices(number);
}

// What whoever acted could have done instead, and what is open now.
function tellChoices(number) {
  const box = document.getElementById('open');
  const step = record.steps[number];
  const content = [];
  const before = number ? (record.steps[number - 1].open || []).map((one) => record.choices[one]) : [];
  const own = before.find((one) => one[1] === step.who);
  if (own) content.push(element('h3', { text: `In this step ${own[1]} could` }), choiceList(own[2]));
  for (const one of (step.open || []).map((place) => record.choices[place])) {
    content.push(element('h3', { text: one[3] ? `Now ${one[1]} is to act, and may` : `Now ${one[1]} may` }));
    content.push(choiceList(one[2]));
  }
  box.replaceChildren(...(content.length ? content : [element('p', { text: 'Nothing: the match is over.' })]));
}

function choiceList(texts) {
  const made = element('ul');
  for (const text of texts) {
    const [verb, ...rest] = text.split(' ');
    made.append(element('li', {}, element('b', { text: verb }), ` ${rest.join(' ').replaceAll('|', ' | ')}`));
  }
  return made;
}

// The steps so far in which a text occurs; only they stay in the list while something is searched.
function searched() {
  const wanted = find.value.trim().toLowerCase();
  const hits = [];
  for (const entry of list.children) {
    const step = record.steps[entry.dataset.step];
    const hit = !wanted || `${sentence(step)} ${(step.notes || []).join(' ')}`.toLowerCase().includes(wanted);
    entry.hidden = !hit;
    if (hit && wanted) hits.push(Number(entry.dataset.step));
  }
  document.getElementById('found').textContent = wanted ? `${hits.length} found` : '';
  return hits;
}
