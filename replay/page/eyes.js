// Whose eyes look, on a page that holds what several know.

const own = Object.keys(record.others?.[0] || {});
const EYES = own.length ? [Object.fromEntries(own.map((key) => [key, record[key]])), ...record.others] : [];
const chooser = element('select', { class: 'eyes', 'aria-label': 'Whose eyes' });
let looking = 0;

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
