// What if: a variation stands in the place of what was played until one goes back. The service works it out; where it is
// chosen what is done, a module of the service draws (`trying.js`).

const { trying: tryingAt, api, eyes: lookingAs } = document.documentElement.dataset;
const linesHere = element('div', { id: 'what-ifs' });
const panel = element('section', { id: 'trying', class: 'asking', 'aria-labelledby': 'trying-title', hidden: true });
const KEPT = `variations-${record.about.match}-${lookingAs}`;
const MOST_KEPT = 20;
const SHOWN = 3;
// What was played, while a variation is shown; nothing where none is.
let real = null;
let panelOf = null;

function showRecord(shown, to) {
  Object.assign(record, shown);
  last = record.steps.length - 1;
  line.max = last;
  byId('of').textContent = `of ${last}`;
  [at, beat] = to.at > last ? [last, endIn(last)] : [to.at, to.beat];
  [reached, reachedBeat] = [to.reached, to.reachedBeat];
  countRounds();
  drawEnding();
  glanceAnew();
  showAnew();
  drawTicks();
}

// A variation after a step, with what the service says of it.
function takeVariation(base, answer) {
  stop();
  const before = real ? { at, beat } : { at: base, beat: endIn(base) };
  real ||= { steps: record.steps, glance: record.glance, ending: record.ending, about: record.about, at: base, beat: endIn(base), reached, reachedBeat };
  variedAfter = base;
  variedAddress = `${base}!${answer.moves.map(encodeURIComponent).join(';')}`;
  const steps = [...real.steps.slice(0, base + 1), ...moved(answer)];
  document.body.classList.add('varied');
  showRecord({ steps, glance: answer.glance, ending: answer.ending, about: answer.about }, { ...before, reached: steps.length - 1, reachedBeat: 0 });
  if (at < last) go(last, endIn(last));
  else keepAddress(`#${variedAddress}`);
  keepVariation(base, answer.moves);
}

// Back to what was played, after the step from which it went otherwise.
function leaveVariation() {
  if (!real) return;
  const { steps, glance, ending, about, ...to } = real;
  real = null;
  [variedAfter, variedAddress] = [Infinity, ''];
  document.body.classList.remove('varied');
  panel.hidden = true;
  showRecord({ steps, glance, ending, about }, to);
}

// Those of this match are kept in this browser, the newest first; none that is the beginning of another.
function variationsKept() {
  try {
    const found = JSON.parse(remembered(KEPT));
    return found.filter(({ base, moves }) => Number.isInteger(base) && Array.isArray(moves));
  } catch {
    return [];
  }
}

function keepVariation(base, moves) {
  const own = { base, moves };
  const begins = (one, other) => one.base === other.base && one.moves.every((move, at) => move === other.moves[at]);
  const all = variationsKept();
  if (!moves.length || all.some((one) => begins(own, one))) return;
  remember(KEPT, JSON.stringify([own, ...all.filter((one) => !begins(one, own))].slice(0, MOST_KEPT)));
}

// Under its step each variation has a line of its own, which leads into it.
ownLines = (number) => (real ? [] : variationsKept().filter(({ base }) => base === number)).map(({ moves }) => {
  const more = moves.length > SHOWN ? ` … (${moves.length} moves)` : '';
  return element('a', { class: 'what-if', href: `#${number}!${moves.map(encodeURIComponent).join(';')}`, tabindex: '-1', 'data-base': number,
    text: `What if: ${moves.slice(0, SHOWN).join('; ')}${more}` });
});

// What was played so far, beside the lines of the variation.
ownCurve = (yOf) => {
  if (!real) return [];
  const boards = real.steps.slice(0, Math.min(real.reached, real.steps.length - 1) + 1).map((step) => step.board || 0);
  const group = document.createElementNS(SVG, 'g');
  group.setAttribute('class', 'real');
  group.append(...record.about.players.map((_, seat) => {
    const made = lineOf(boards.map((board) => countsOn(board)[seat]), yOf);
    made.setAttribute('class', `line-${1 + (seat % 6)}`);
    return made;
  }));
  return [group];
};

async function tryFrom(base, moves = []) {
  stop();
  try {
    panelOf ||= (await import(tryingAt)).panelIn;
  } catch {
    byId('wrong').textContent = 'The service cannot be reached now: try it again later.';
    return;
  }
  leaveVariation();
  go(base, endIn(base));
  panelOf(panel, { api, eyes: lookingAs, base, moves, take: takeVariation, leave: leaveVariation, fit: showPanel });
}

// What is told stays above it, in sight as far as there is room.
function showPanel() {
  panel.hidden = false;
  showOpened(panel);
}

function fromLink(address) {
  const [, base, moves] = /^(\d{1,9})[^!]*!(.*)$/.exec(address || '') || [];
  if (base === undefined || Number(base) > (real || record).steps.length - 1) return;
  try {
    tryFrom(Number(base), moves.split(';').filter(Boolean).map(decodeURIComponent));
  } catch {
    sayWrong(address);
  }
}

function offerVariation() {
  byId('variation-open').hidden = !record.ending && !real;
  linesHere.replaceChildren(...(at < 0 ? [] : ownLines(at)));
}

byId('told').after(panel);
byId('mine').after(linesHere);
const options = element('div', { id: 'options' });
byId('choices').before(options);
options.append(byId('choices'), byId('variation-open'));
byId('variation-open').addEventListener('click', byHand(() => tryFrom(real ? variedAfter : at)));
document.addEventListener('click', (event) => {
  const link = event.target.closest('a.what-if');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  fromLink(link.getAttribute('href').slice(1));
}, { capture: true });
addEventListener('hashchange', ({ newURL }) => newURL.includes('!') && fromLink(newURL.split('#')[1]));
document.addEventListener('moved', offerVariation);
KEYS.i = byHand(() => {
  if (real) leaveVariation();
  else if (record.ending) tryFrom(at);
});
byId('keys').append(element('dt', { text: 'i' }), element('dd', { text: 'what if, once the match is over: it goes on otherwise from here, and by the same key back' }));
offerVariation();
if (askedVariation) fromLink(`${at}!${askedVariation}`);
