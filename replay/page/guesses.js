// Guess what was done: a step in which somebody decides stays hidden until one has chosen what oneself would have done,
// in the list, on the timeline and in the curve too; for what was not reached is in none of them.

const question = document.getElementById('question');
const MOST_ASKED = 12;
const tally = { asked: 0, same: 0 };
let guessing = '';
let judged = -1;
// The step that was guessed last, which is shown now.
let freed = -1;
const EVERYBODY = Symbol('everybody');
// Only decisions that were judged: to be made better than they were.
const ERRORS = Symbol('errors');

// What was open to whoever acts in a step, as blocks, each with what it comes to.
function openTo(number) {
  const { who } = record.steps[number];
  const found = (record.steps[number - 1].open || []).map((one) => record.choices[one]).find((one) => one[1] === who);
  return found ? found[2].map((text, block) => ({ text, single: found[4]?.[block] || [] })) : [];
}

function asksAt(number) {
  const step = record.steps[number];
  if (!guessing || !number || number === freed || !step?.did) return false;
  if (guessing === ERRORS ? !isJudged(number) : guessing !== EVERYBODY && step.who !== guessing) return false;
  const blocks = openTo(number);
  return blocks.length > 1 || Boolean(blocks[0]?.single.length);
}

// Whether a step cannot be gone to yet: then one goes as far as to the question before it.
function isHeld(wanted) {
  if (!guessing) return false;
  const end = Math.min(wanted, last);
  let number = reached + 1;
  while (number <= end && !asksAt(number)) number += 1;
  if (number > end) return false;
  if (playing) stop();
  if (at !== number - 1 || !endsAt(at, beat)) go(number - 1, endIn(number - 1));
  line.value = at;
  askAbout(number);
  question.focus();
  return true;
}

function answerButton(text, does) {
  const made = element('button', { type: 'button', text });
  made.addEventListener('click', does);
  return made;
}

function numberField(number, { text, single: [least, most] }, block) {
  const field = element('input', { type: 'number', min: least, max: most, step: 1, inputmode: 'numeric', 'aria-label': text });
  const done = () => {
    if (field.value && field.checkValidity()) answer(number, block, Number(field.value));
    else field.reportValidity();
  };
  field.addEventListener('keydown', (event) => { if (event.key === 'Enter') { event.stopPropagation(); done(); } });
  return element('div', { class: 'asked-number' }, element('span', { text }), field, answerButton('This', done));
}

function answersOf(number, one, block) {
  if (typeof one.single[0] === 'number') return [numberField(number, one, block)];
  if (!one.single.length) return [answerButton(one.text, () => answer(number, block))];
  return one.single.map((text, which) => answerButton(text, () => answer(number, block, which)));
}

// Where there are many choices one says first of what kind.
function askAbout(number, kind = -1) {
  const blocks = openTo(number);
  const many = blocks.reduce((sum, { single }) => sum + (typeof single[0] === 'number' ? 1 : single.length || 1), 0) > MOST_ASKED;
  const answers = kind >= 0 ? answersOf(number, blocks[kind], kind) : blocks.flatMap((one, block) =>
    (many && blocks.length > 1 && one.single.length > 1 ? [answerButton(`${one.text} …`, () => { askAbout(number, block); question.focus(); })] : answersOf(number, one, block)));
  if (kind >= 0 && blocks.length > 1) answers.push(answerButton('Something else', () => { askAbout(number); question.focus(); }));
  question.replaceChildren(
    element('h3', { id: 'asked', text: `What does ${record.steps[number].who} do now?` }),
    element('div', { class: 'answers' }, ...answers, answerButton('Show it', () => reveal(number, 'Not guessed.'))),
  );
  question.hidden = false;
  showOpened(question);
}

function reveal(number, said) {
  const how = guessing === ERRORS ? 'as good as the best found' : 'guessed';
  const told = tally.asked ? ` ${tally.same} of ${tally.asked} ${how} so far.` : '';
  freed = number;
  go(number);
  judged = at;
  byId('guessed').textContent = `${said}${told}`;
  afterMove();
  byId('told').focus();
}

// What is said of an answer to a decision that was judged; the best move of a block comes first, and last what is said of
// whatever was not measured.
function gradeOf(number, block, which) {
  const { graded } = record.steps[number];
  return graded.find(([one, what]) => one === block && (what === null || which === undefined || what === which)) || graded.at(-1);
}

function answer(number, block, which) {
  const { did, who, entered } = record.steps[number];
  const chosen = openTo(number)[block];
  const found = did.find(([one, what]) => one === block && (what === undefined || which === undefined || what === which));
  const own = typeof chosen.single[which] === 'string' ? chosen.single[which] : which === undefined ? chosen.text : chosen.text.replace(/-?\d+-\d+/, which);
  if (guessing === ERRORS) {
    const [, , said, good] = gradeOf(number, block, which);
    tally.asked += good !== null;
    tally.same += good === true;
    reveal(number, `You: ${own}. ${said}`);
    return;
  }
  tally.asked += 1;
  tally.same += found ? 1 : 0;
  const hidden = found && which !== undefined && found[1] === undefined ? ' What exactly it was these eyes do not see.' : '';
  reveal(number, found ? `The same: ${own}.${hidden}` : `Not the same. You: ${own}. ${who}: ${entered}.`);
}

// A question comes as soon as all before it was told.
function afterMove() {
  if (at !== judged) {
    judged = -1;
    byId('guessed').textContent = '';
  }
  const asks = at === reached && endsAt(at, beat) && asksAt(at + 1);
  byId('choices').hidden = asks;
  if (asks) askAbout(at + 1);
  else if (!question.hidden) question.hidden = true;
  else if (!byId('guessed').textContent) return;
  fitStory();
}

// From here on nothing is known any more that was reached.
function guess(who) {
  guessing = who;
  Object.assign(tally, { asked: 0, same: 0 });
  [judged, freed] = [-1, -1];
  if (who) [reached, reachedBeat] = [at, endsAt(at, beat) ? 0 : beat];
  glanceAnew();
  showAnew();
}

function listenToGuesses() {
  const { players } = record.about;
  const again = record.glance.marks.some(([, kind]) => kind === 'judgement') ? ['whoever erred, as it was judged'] : [];
  byId('guess').append(...['nobody', 'everybody', ...players, ...again].map((text) => element('option', { text })));
  byId('guess').addEventListener('change', () => {
    guess(['', EVERYBODY, ...players, ERRORS][byId('guess').selectedIndex]);
    byId('guess').blur();
    byId('study').open = false;
  });
  document.addEventListener('moved', afterMove);
}
