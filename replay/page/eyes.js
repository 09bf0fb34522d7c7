// Whose eyes look, on a page that holds what several know.

const first = Object.fromEntries(['about', 'steps', 'ending', 'glance'].map((key) => [key, record[key]]));
const EYES = record.others ? [first, ...record.others.map(unpacked)] : [];
const chooser = element('select', { class: 'eyes', 'aria-label': 'Whose eyes' });
let looking = 0;

// What others see is kept as what is not as the first sees it: 0 stands for a step that is alike, 1 for one that differs
// as the one before it did.
function unpacked({ steps = [], ...differs }) {
  let last = 0;
  const whole = steps.map((step, number) => {
    last = step === 1 ? last : step;
    return last ? unpackedStep(first.steps[number], last) : first.steps[number];
  });
  return { ...first, ...differs, ...(whole.length && { steps: whole }) };
}

// Each difference is the way to it with what is there; numbers alone are places of zones with what lies there.
function unpackedStep(base, differs) {
  let step = base;
  if (Array.isArray(differs[0])) for (const way of differs) step = differing(step, way);
  else for (let at = 0; at < differs.length; at += 2) step = differing(step, ['zones', differs[at], differs[at + 1]]);
  return step;
}

function differing(was, [key, ...way]) {
  if (!way.length) return key;
  const now = Array.isArray(was) ? [...was] : { ...was };
  if (way.length === 1 && way[0] === null) delete now[key];
  else now[key] = differing(was[key], way);
  return now;
}

// Who looks, as an address says it: a player by name, and those whom the program calls so.
function calledOf({ about: { seat, eyes, players } }) {
  return seat ? players[seat - 1] : eyes.includes('judge') ? 'judge' : 'table';
}

// Through the eyes that an address names, if this page has them.
function lookAs(name) {
  const found = EYES.findIndex((one) => encodeURIComponent(calledOf(one)) === name || calledOf(one) === name);
  if (found >= 0 && found !== looking) look(found);
}

function look(which) {
  looking = (which + EYES.length) % EYES.length;
  Object.assign(record, EYES[looking]);
  whose = looking ? `@${encodeURIComponent(calledOf(EYES[looking]))}` : '';
  chooser.selectedIndex = looking;
  drawEnding();
  glanceAnew();
  showAnew();
}

function offerEyes() {
  for (const { about } of EYES) chooser.append(element('option', { text: `As ${about.eyes.replace(KNOWS, '')}` }));
  byId('eyes').replaceWith(chooser);
  const holds = `This page holds ${record.holds}`;
  byId('holds').textContent = `${holds}.`;
  byId('holds').hidden = false;
  byId('holds').addEventListener('click', () => byId('holds').setAttribute('aria-expanded', `${byId('holds').ariaExpanded !== 'true'}`));
  byId('keys').after(element('p', { text: `${holds}: whoever has it can see all of that.` }));
  chooser.addEventListener('change', () => { look(chooser.selectedIndex); chooser.blur(); });
  Object.assign(KEYS, { o: () => look(looking + 1), O: () => look(looking - 1) });
  byId('keys').append(element('dt', { text: 'o O' }), element('dd', { text: 'the next eyes, the eyes before' }));
}

if (EYES.length) {
  offerEyes();
  refit();
}
if (asked) lookAs(asked);
