// Where one is in the match, and what keys, buttons, fingers and addresses do.

let last = record.steps.length - 1;
const byId = (id) => document.getElementById(id);
const line = byId('line');
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const PACES = [0.5, 1, 2, 4, 8];
const PAGE = 10;
let at = -1;
let reached = -1;
let playing = 0;
// The beat that is shown, and how many were reached of the last step that was: 0 stands for all of a step.
let beat = 0;
let reachedBeat = 0;
// Whose eyes an address names, behind the step: nobody's where they are the first of the page.
let whose = '';
const asked = location.hash.split('@')[1];
// The moves of a variation, which an address has behind its step; and the whole address of the one that is shown.
const [, askedVariation] = location.hash.split('!');
let variedAddress = '';

function place(number, part) {
  return part && beatsIn(number) > 1 ? `${number}.${part}` : `${number}`;
}

// To a beat of a step; to a step alone as something is decided in it.
function go(wanted, wantedPart = undefined) {
  if (isHeld(wanted)) return;
  const number = Math.max(0, Math.min(last, wanted));
  if (!Number.isInteger(number)) return;
  // Other eyes may see fewer beats in the same step.
  const part = Math.min(wantedPart ?? climaxIn(number), beatsIn(number));
  if (number === at && part === beat) return;
  const glide = Math.abs(number - at) <= 1 && !calm.matches;
  at = number;
  beat = Math.min(part, beatsIn(at));
  reach();
  show(glide);
  if (ended()) stop();
  document.dispatchEvent(new Event('moved'));
}

// What was not seen before is listed now.
function reach() {
  const part = endsAt(at, beat) ? 0 : beat;
  const further = at === reached && reachedBeat && (!part || part > reachedBeat);
  if (at <= reached && !further) return;
  const begun = reachedBeat > 0;
  [reached, reachedBeat] = [at, part];
  if (begun) tellMore();
  listTo(reached);
  if (find.value) searched();
  drawTicks();
}

function show(glide) {
  const now = shot(at, beat);
  shrink();
  drawBoard(now, at ? shot(at - 1, 0) : undefined);
  tell(at, beat);
  document.body.classList.toggle('staged', Boolean(stageOf(now)));
  fitBoard();
  fitStory();
  drawTable(now, glide);
  fit();
  keepInSight();
  drawStage(now);
  drawTrails(now);
  markInList(at);
  line.value = at;
  line.setAttribute('aria-valuetext', `step ${place(at, beat)} of ${last}, ${now.title || ''}`);
  byId('goto').value = place(at, beat);
  for (const id of ['first', 'round-back', 'back']) byId(id).disabled = at === 0;
  byId('beat-back').disabled = at === 0 && beat === 1;
  for (const id of ['last', 'round-on', 'on', 'beat-on']) byId(id).disabled = ended();
  byId('wrong').textContent = '';
  keepAddress(`#${variedAddress || `${place(at, beat)}${whose}`}`);
}

function keepAddress(address) {
  try {
    if (location.hash !== address) history.replaceState(null, '', address);
  } catch {
    // A page that stands in the text of another one has no address of its own.
  }
}

// The same step as it is known now, and the list of those so far.
function showAnew() {
  const here = [at, beat];
  at = -1;
  listed = 0;
  list.replaceChildren();
  listTo(reached);
  if (find.value) searched();
  go(...here);
}

let hasRounds = false;

function roundStarts() {
  return record.steps.flatMap((step, number) =>
    number === 0 || (step.round && step.round !== roundBefore(number)) ? [number] : []);
}

function roundBefore(number) {
  for (let one = number - 1; one >= 0; one -= 1) if (record.steps[one].round) return record.steps[one].round;
  return undefined;
}

let starts = [];
let firsts = [];

function countRounds() {
  hasRounds = record.steps.some((step) => step.round);
  starts = hasRounds ? roundStarts() : [];
  // A step may bring a round about and end the one before: the step after it is the first one in it.
  firsts = starts.map((start) => (start ? Math.min(start + 1, last) : 0));
}

countRounds();

function goRound(direction) {
  if (!hasRounds) go(at + direction * PAGE);
  else if (direction > 0) go(firsts.find((first) => first > at) ?? last);
  else go(firsts.findLast((first) => first < at) ?? 0);
}

function goSame(direction, who = record.steps[at].who) {
  for (let one = at + direction; one > 0 && one <= last; one += direction) {
    if (!who || record.steps[one].who === who) return go(one);
  }
  return undefined;
}

function play() {
  if (ended()) go(0);
  wind();
  showPlaying();
}

// Waits as long as it takes to read what is told, then goes on.
function wind() {
  const pace = PACES[byId('pace').selectedIndex];
  const seconds = pace * lasting(toldIn(at, beat));
  clearTimeout(playing);
  markRead(pace);
  playing = setTimeout(() => { goBeat(1); if (playing) wind(); }, seconds * 1000);
}

function stop() {
  clearTimeout(playing);
  playing = 0;
  for (const line of byId('told').children) line.style.animation = '';
  showPlaying();
}

// By hand one goes where one wants to: what played by itself stops.
function byHand(work) {
  return (...given) => {
    if (playing) stop();
    return work(...given);
  };
}

function showPlaying() {
  byId('play-word').textContent = playing ? 'Stop' : 'Play';
  byId('play-sign').setAttribute('d', playing ? 'M5 4h5v16H5zM14 4h5v16h-5z' : 'M6 3v18l15-9z');
  byId('play').setAttribute('aria-label', playing ? 'Stop' : 'Play by itself');
}

function setPace(change) {
  const pace = byId('pace');
  pace.selectedIndex = Math.max(0, Math.min(PACES.length - 1, pace.selectedIndex + change));
  paceChosen();
}

function paceChosen() {
  remember('pace', PACES[byId('pace').selectedIndex]);
  if (playing) play();
}

function turnTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  remember('theme', root.dataset.theme);
}

function showHelp() {
  const help = byId('help');
  if (help.open) help.close();
  else {
    help.showModal();
    help.querySelector('h2').focus();
    help.scrollTop = 0;
  }
}

// Where the stage has taken the room of the list, that gives way.
function startSearch() {
  if (document.body.classList.contains('alone')) fold();
  find.focus();
  find.select();
}

function toggleChoices() {
  byId('choices').open = !byId('choices').open;
}

function askStep() {
  byId('goto').focus();
  byId('goto').select();
}

// A step `32` or a beat `32.4`; a number past the end is no way to see how it ends.
function goWritten(text) {
  const [, number, part] = /^(\d{1,9})(?:[.,]([1-9]\d{0,3}))?$/.exec(text) || [];
  const found = number && Number(number) <= last && Number(part || 0) <= beatsIn(Number(number));
  if (found) byHand(go)(Number(number), part && Number(part));
  return found;
}

// What is no step changes nothing, and does not stay there to be read.
function goTyped(event) {
  const text = event.target.value.trim();
  if (text && !goWritten(text)) sayWrong(text);
  event.target.value = place(at, beat);
}

function sayWrong(text) {
  byId('wrong').textContent = `${text} is no step or beat: steps go from 0 to ${last}.`;
}

const KEYS = {
  t: toggleReasons,
  ArrowRight: byHand(() => goStep(1)),
  ArrowLeft: byHand(() => goStep(-1)),
  '.': byHand(() => goBeat(1)),
  ',': byHand(() => goBeat(-1)),
  Home: byHand(() => go(0)),
  End: byHand(goEnd),
  PageDown: byHand(() => goRound(1)),
  PageUp: byHand(() => goRound(-1)),
  ' ': () => (playing ? stop() : play()),
  '/': startSearch,
  n: byHand(() => goFound(1)),
  N: byHand(() => goFound(-1)),
  '[': byHand(() => goSame(-1)),
  ']': byHand(() => goSame(1)),
  '>': byHand(() => goMark(1)),
  '<': byHand(() => goMark(-1)),
  '+': () => setPace(-1),
  '=': () => setPace(-1),
  '-': () => setPace(1),
  g: askStep,
  c: toggleChoices,
  d: turnTheme,
  w: byHand(toggleRules),
  '?': showHelp,
};

function pressedNumber(event) {
  const name = /^[1-9]$/.test(event.key) && record.about.players[Number(event.key) - 1];
  if (name) byHand(goSame)(1, name);
}

function clickedSeat(event) {
  const button = event.target.closest('button[data-seat]');
  if (!button) return;
  const { seat, way } = button.dataset;
  byHand(goSame)(Number(way), record.about.players[seat - 1]);
  table.querySelector(`button[data-seat="${seat}"][data-way="${way}"]`).focus({ preventScroll: true });
}

function clickedStep(event) {
  const entry = event.target.closest('a')?.closest('li');
  if (!entry || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  byHand(go)(Number(entry.dataset.step));
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const open = document.querySelector('dialog[open]');
  if (open && event.key !== open.dataset.key) return;
  const tag = event.target.closest?.('input, select, textarea, button, a, summary');
  const typing = tag?.matches('input:not([type=range]), textarea');
  if (typing && (event.key === 'Escape' || (event.key === 'Enter' && tag !== find && tag !== comment))) leaveField(tag);
  if (!typing) pressedNumber(event);
  if (typing || (event.key === ' ' && tag && tag !== line) || !Object.hasOwn(KEYS, event.key)) return;
  event.preventDefault();
  KEYS[event.key]();
}

// The search is over, and the list is back where one is; `n` goes on with what was searched for.
function leaveField(field) {
  if (field === find) {
    find.value = '';
    searched();
    markInList(at);
  }
  field.blur();
}

function goFound(direction) {
  const hits = hitsOf(sought);
  const next = direction < 0 ? hits.findLast((hit) => hit < at) : hits.find((hit) => hit > at);
  if (hits.length) go(next ?? (direction < 0 ? hits.at(-1) : hits[0]));
}

function nextFound(event) {
  if (event.key === 'Enter') byHand(goFound)(event.shiftKey ? -1 : 1);
}

// Up and down move through the list, which is a single stop for Tab; Enter goes to a step.
function movedInList(event) {
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const entry = event.target.closest('li');
  if (!way || !entry) return;
  event.preventDefault();
  const shown = [...list.children].filter((one) => !one.hidden);
  const next = shown[shown.indexOf(entry) + way];
  if (next) focusInList(next);
}

// An address that names no step leaves everything as it is.
function fromAddress() {
  const [moment, name] = location.hash.slice(1).split('!')[0].split('@');
  if (name && at >= 0) lookAs(name);
  if (goWritten(moment)) return;
  go(Math.max(at, 0), Math.max(at, 0) === at ? beat : 0);
  keepAddress(`#${place(at, beat)}${whose}`);
  if (moment) sayWrong(moment);
}

// A swipe to the left goes on, one to the right goes back.
let finger = null;

function touched(event) {
  finger = event.touches.length === 1 ? { x: event.touches[0].clientX, y: event.touches[0].clientY } : null;
}

function lifted(event) {
  if (!finger) return;
  const [end] = event.changedTouches;
  const across = end.clientX - finger.x;
  if (Math.abs(across) > 45 && Math.abs(across) > 2 * Math.abs(end.clientY - finger.y)) byHand(goStep)(across < 0 ? 1 : -1);
  finger = null;
}

function listen() {
  listenToCards();
  line.max = last;
  line.addEventListener('input', () => { stop(); go(Number(line.value)); });
  const clicks = {
    first: KEYS.Home, last: KEYS.End, back: KEYS.ArrowLeft, on: KEYS.ArrowRight, 'beat-back': KEYS[','], 'beat-on': KEYS['.'],
    'round-back': KEYS.PageUp, 'round-on': KEYS.PageDown, play: () => (playing ? stop() : play()),
    'mark-back': KEYS['<'], 'mark-on': KEYS['>'], theme: turnTheme, 'help-open': showHelp,
    reveal: () => { reached = last; reachedBeat = 0; showAnew(); drawTicks(); },
  };
  for (const [id, work] of Object.entries(clicks)) byId(id).addEventListener('click', work);
  byId('now').addEventListener('toggle', (event) => showOpened(event.target), { capture: true });
  byId('pace').addEventListener('change', paceChosen);
  byId('told').addEventListener('animationstart', followRead);
  byId('goto').addEventListener('change', goTyped);
  find.addEventListener('input', searched);
  find.addEventListener('keydown', nextFound);
  list.addEventListener('keydown', movedInList);
  list.addEventListener('click', clickedStep);
  document.addEventListener('keydown', pressed);
  table.addEventListener('click', clickedSeat);
  for (const one of [table, stage]) {
    one.addEventListener('touchstart', touched, { passive: true });
    one.addEventListener('touchend', lifted);
  }
  addEventListener('hashchange', fromAddress);
  addEventListener('resize', refit);
}

fillHeader();
listen();
listenToGlance();
listenToStudy();
listenToGuesses();
offerMarks();
fromAddress();
