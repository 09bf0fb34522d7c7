// The match at a glance: what counts for everybody as lines over the timeline, marks on the way, and the moments that
// decided it, as far as one has come.

const ticks = document.getElementById('ticks');
const HIGH = 100;

// Rounds and marks that were reached, in the order of the steps; what is to come is not there.
function drawTicks() {
  const rounds = starts.map((step) => [step, 'round', record.steps[step].round]);
  const marks = record.glance.marks.map(([step, kind, place]) => [step, kind, markText(record.steps[step], place)]);
  const wanted = [...rounds, ...marks].filter(([step]) => isWhole(step) && (step || !rounds.length));
  const known = new Set([...ticks.children].map((tick) => tick.dataset.key));
  for (const [step, kind, text] of wanted) {
    const key = `${step} ${kind} ${text}`;
    if (!known.has(key)) ticks.append(tickOf(step, kind, text, key));
  }
  drawLines();
  drawMoments();
}

function markText({ who, took, notes }, place) {
  return place === null ? `${who} thought for ${took}.` : notes[place];
}

function tickOf(step, kind, text, key) {
  const tick = element('span', { class: kind === 'judgement' && text.startsWith('!') ? `${kind} good` : kind, title: `Step ${step}: ${text}`, 'data-step': step, 'data-key': key });
  tick.style.left = `${(100 * step) / Math.max(last, 1)}%`;
  return tick;
}

// What a scoreboard says, as numbers; null where it says none. Scoreboards stay where they are once they are there.
const counts = new Map();

function countsOn(place) {
  if (!counts.has(place)) {
    counts.set(place, record.boards[place].map(([, value]) => (NUMBER.test(value) ? Number(value) : null)));
  }
  return counts.get(place);
}

// What counted for each up to where one has come: within a step, as the last beat of it that was reached left it.
function reachedLines() {
  const boards = record.steps.slice(0, reachedBeat ? reached : reached + 1).map((step) => step.board || 0);
  if (reachedBeat) boards.push(shot(reached, reachedBeat).board || 0);
  return record.about.players.map((_, seat) => boards.map((board) => countsOn(board)[seat]));
}

// The lines of all players in each picture of them, whoever is ahead on top.
function drawLines() {
  const shown = reachedLines();
  const values = shown.flat().filter((value) => value !== null);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const yOf = (value) => (HIGH * ((record.glance.fewest ? value - low : high - value))) / (high - low || 1);
  for (const lines of document.querySelectorAll(byId('moments').open ? '.lines' : '#lines')) {
    lines.replaceChildren(...shown.map((line) => lineOf(line, yOf)), ...ownCurve(yOf));
  }
  if (byId('moments').open) drawWorth();
  tellCounts();
}

// What counts for a player holds until it changes; where it is not known the line breaks off.
function lineOf(line, yOf) {
  let path = '';
  line.forEach((value, step) => {
    if (value === null) return;
    const before = step ? line[step - 1] : null;
    if (before === value && step < line.length - 1) return;
    const y = Math.round(10 * yOf(value)) / 10;
    path += before === null ? `M${step} ${y}` : `H${step}V${y}`;
  });
  const made = document.createElementNS(SVG, 'path');
  made.setAttribute('d', path);
  return made;
}

// What counts for everybody at a step, those first who are ahead and those last who are out: the one that is pointed at, else the one that is shown.
function countsAt(step) {
  const place = step === at ? shot(at, beat).board || 0 : record.steps[step].board || 0;
  const sign = record.glance.fewest ? 1 : -1;
  const board = record.boards[place];
  const order = countsOn(place).map((value, seat) => [value, seat]).sort((one, other) =>
    (board[one[1]][3] || 0) - (board[other[1]][3] || 0)
    || sign * ((one[0] ?? sign * Infinity) - (other[0] ?? sign * Infinity)) || one[1] - other[1]);
  return order.map(([, seat]) => [seat, record.about.players[seat], board[seat][1], board[seat][3]]);
}

function tellCounts(step = at) {
  if (step < 0) return;
  const told = countsAt(step);
  const label = record.boards[record.steps[step].board || 0][0]?.[0];
  for (const box of document.querySelectorAll('.counts')) {
    const each = told.map(([seat, name, value]) => element('span', { class: `seat line-${1 + (seat % 6)}` }, element('bdi', { text: name }), ` ${value}`));
    box.replaceChildren(element('span', { text: `${label}, step ${step}:` }), ...each);
  }
  byId('ahead').textContent = [aheadIn(told), ...changedBy(step)].join(' ');
  tellWorth(step);
  for (const guide of document.querySelectorAll('.guide')) guide.style.left = `${(100 * step) / Math.max(last, 1)}%`;
}

// Who is ahead, in a sentence; nothing where it is not known of anybody. Whoever is out of the match is not.
function aheadIn(told) {
  const left = told.filter(([, , , out]) => !out);
  if (told.length < 2 || !left.length) return '';
  const [[, only, best]] = left;
  if (left.length === 1) return `${only} is the only one who is not out.`;
  const first = left.filter(([, , value]) => value === best).map(([, name]) => name);
  const next = left.find(([, , value]) => value !== best && NUMBER.test(value));
  if (!NUMBER.test(best)) return '';
  if (!next) return `Nobody is ahead: all have ${best}.`;
  const names = first.length > 1 ? `${first.slice(0, -1).join(', ')} and ${first.at(-1)} are` : `${first[0]} is`;
  return `${names} ahead, with ${best} against ${next[2]}.`;
}

// What is told of a step in which it changed; within a step that is shown, as far as that has come.
function changedBy(step) {
  const before = step ? record.steps[step - 1].board || 0 : 0;
  const now = step === at ? shot(at, beat).board || 0 : record.steps[step].board || 0;
  if (!step || now === before) return [];
  return step === at ? toldIn(at, beat) : toldOf(record.steps[step]);
}

// Who moves by keys hears what counts, too.
function hearCounts() {
  tellCounts();
  if (!document.body.classList.contains('counted')) return;
  const told = countsAt(at).map(([, name, value]) => `${name} ${value}`).join(', ');
  line.setAttribute('aria-valuetext', `${line.getAttribute('aria-valuetext')}; ${told}`);
}

// To the next mark or the one before, wherever that is: not to rounds, which have keys of their own.
function goMark(direction) {
  const steps = record.glance.marks.map(([step]) => step);
  const next = direction > 0 ? steps.find((step) => step > at) : steps.findLast((step) => step < at);
  if (next !== undefined) go(next);
}

function goMoment(direction) {
  const { moments } = record.glance;
  const next = direction > 0 ? moments.find(([step]) => step > at) : moments.findLast(([step]) => step < at);
  if (next) go(next[0], next[3] || undefined);
}

// Pointing tells what counted there, as far as one has come; a press goes there.
function pointed(event) {
  const frame = event.currentTarget.getBoundingClientRect();
  const step = Math.max(0, Math.min(last, Math.round((last * (event.clientX - frame.left)) / frame.width)));
  if (event.type === 'pointerdown' || event.buttons) byHand(go)(step);
  else tellCounts(isWhole(step) ? step : at);
}

function drawMoments() {
  const { counted, moments } = record.glance;
  byId('counted-as').textContent = counted;
  // Before the end nothing is told that only the whole match shows, such as who stays ahead.
  const ended = isWhole(last);
  const found = moments.map(([step, why, told, part, before]) => [step, ended ? why : before, told, part]).filter(([step, why]) => why && isWhole(step));
  byId('moments-heading-so-far').textContent = ended ? '' : `, up to step ${Math.max(isWhole(reached) ? reached : reached - 1, 0)}`;
  byId('moments-list').replaceChildren(...found.map(([step, why, told, part]) =>
    // Its own target, for a link that leads to nothing is taken for a broken one.
    element('li', { id: part ? `${step}.${part}` : `${step}` },
      element('a', { href: part ? `#${step}.${part}` : `#${step}`, text: `Step ${step}` }), ` ${why}`, element('p', { text: told }))));
  byId('moments-open').hidden = !moments.length && !document.body.classList.contains('counted') && !record.glance.worth;
  byId('no-moments').hidden = found.length > 0;
}

function showMoments() {
  const box = byId('moments');
  if (box.open) return box.close();
  box.showModal();
  drawLines();
  return byId('moments-heading').focus();
}

function chosenMoment(event) {
  const link = event.target.closest('a');
  if (!link) return;
  event.preventDefault();
  byId('moments').close();
  byHand(go)(...link.hash.slice(1).split('.').map(Number));
}

// Under the remarks: the steps that stood here before, what somebody knew who decided.
function detailsHere(step) {
  return (step.details || []).map(([text, lines]) =>
    element('details', {}, element('summary', { text }), ...lines.map((one) => element('p', { text: one }))));
}

function offerMarks() {
  // Where all is counted at the end alone there is nothing to be seen on the way.
  const counted = record.about.players.some((_, seat) =>
    new Set(record.steps.slice(0, -1).map((step) => countsOn(step.board || 0)[seat])).size > 1);
  for (const lines of document.querySelectorAll('.lines')) lines.setAttribute('viewBox', `0 -4 ${Math.max(last, 1)} ${HIGH + 8}`);
  for (const plot of document.querySelectorAll('.plot')) plot.hidden = !counted;
  document.body.classList.toggle('counted', counted);
  offerWorth();
  for (const id of ['mark-back', 'mark-on']) byId(id).hidden = !record.glance.marks.length;
  drawMoments();
}

function glanceAnew() {
  ticks.replaceChildren();
  offerMarks();
  drawTicks();
}

function listenToGlance() {
  ticks.addEventListener('click', (event) => event.target.dataset.step && byHand(go)(Number(event.target.dataset.step)));
  for (const lines of document.querySelectorAll('.lines')) {
    for (const type of ['pointerdown', 'pointermove']) lines.addEventListener(type, pointed);
    lines.addEventListener('pointerleave', () => tellCounts());
  }
  listenToWorth();
  document.addEventListener('moved', hearCounts);
  byId('moments-open').addEventListener('click', showMoments);
  byId('moments-list').addEventListener('click', chosenMoment);
  Object.assign(KEYS, { h: byHand(() => goMoment(1)), H: byHand(() => goMoment(-1)), m: showMoments });
}
