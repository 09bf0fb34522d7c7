// What each position was worth to everybody, as it was judged: lines with their bands, what luck and play did, and the
// decisions that were judged, to be chosen again. Nothing of a step that was not reached.

const SURE = 2;

// The last step that was told as far as to what decides it.
const judgedTo = () => Math.min(reachedBeat && reachedBeat < climaxIn(reached) ? reached - 1 : reached, record.glance.worth.value.length - 1);

const inUnit = (value) => (record.glance.worth.alone ? value.toFixed(1) : `${Math.round(100 * value)} %`);
const sizeOf = (value) => (record.glance.worth.alone ? `${value.toFixed(1)} points` : `${(100 * value).toFixed(1)} %`);
const byUnit = (change) => {
  const { alone } = record.glance.worth;
  return `${change < 0 ? '−' : '+'}${Math.abs(alone ? change : 100 * change).toFixed(1)} ${alone ? 'points' : '%'}`;
};

function bandOf(values, errors, yOf) {
  const there = values.map((value, step) => `${step} ${yOf(value + SURE * errors[step])}`);
  const back = values.map((value, step) => `${step} ${yOf(value - SURE * errors[step])}`).reverse();
  return `M${[...there, ...back].join('L')}Z`;
}

function svgPath(d, kind) {
  const made = document.createElementNS(SVG, 'path');
  made.setAttribute('d', d);
  made.setAttribute('class', kind);
  return made;
}

// The lines as far as one has come, whoever is ahead on top; by shares from nobody's to the whole win.
function drawWorth() {
  const { worth } = record.glance;
  if (!worth) return;
  const shown = worth.value.slice(0, judgedTo() + 1);
  const all = shown.flat();
  const [low, high] = worth.alone ? [Math.min(...all), Math.max(...all)] : [0, 1];
  const yOf = (value) => Math.round((10 * HIGH * (high - Math.min(high, Math.max(low, value)))) / (high - low || 1)) / 10;
  const errors = worth.se.slice(0, shown.length);
  const seats = record.about.players.map((_, seat) => shown.map((each) => each[seat]));
  byId('worth-lines').setAttribute('viewBox', `0 -4 ${Math.max(last, 1)} ${HIGH + 8}`);
  byId('worth-lines').replaceChildren(...seats.map((values, seat) => {
    const group = document.createElementNS(SVG, 'g');
    group.setAttribute('class', `line-${1 + (seat % 6)}`);
    group.append(svgPath(bandOf(values, errors, yOf), 'band'), svgPath(`M${values.map((value, step) => `${step} ${yOf(value)}`).join('L')}`, 'course'));
    return group;
  }));
  drawSteps(shown.length - 1);
  drawSums(shown.length - 1);
}

// What changed a player's worth, each called as it is told, with its sign in drawings and what it did in a step.
function partsOf(seat) {
  const { worth } = record.glance;
  const own = (step) => (worth.actor[step] === seat ? worth.play[step][seat] - (worth.shown[step]?.[seat] || 0) : 0);
  const parts = [['luck', 'luck', (step) => worth.luck[step][seat]], ['own play', 'own', own]];
  return worth.alone ? parts : [...parts, ['others\u2019 play', 'others', (step) => worth.play[step][seat] - own(step)]];
}

// What luck and play did in each step, all to one scale: upwards what a player gained, downwards what they lost.
function drawSteps(to) {
  const { worth } = record.glance;
  const most = Math.max(0, ...[worth.luck, worth.play].flatMap((of) => of.slice(1, to + 1).flat().map(Math.abs)));
  const barsOf = (of) => worth.value.slice(0, to + 1).map((_, step) => (of(step) ? `M${step} 0V${Math.round((-HIGH * of(step)) / most)}` : '')).join('');
  byId('worth-steps').replaceChildren(...record.about.players.flatMap((name, seat) => partsOf(seat).map(([word, kind, of]) => {
    const drawn = document.createElementNS(SVG, 'svg');
    drawn.setAttribute('viewBox', `0 ${-HIGH} ${Math.max(last, 1)} ${2 * HIGH}`);
    drawn.setAttribute('preserveAspectRatio', 'none');
    drawn.append(svgPath(`M0 0H${Math.max(last, 1)}`, 'zero'), svgPath(barsOf(of), kind));
    return element('div', {}, element('span', { class: `seat line-${1 + (seat % 6)}` }, element('bdi', { text: name }), `: ${word}`), drawn);
  })));
  byId('worth-steps-as').textContent = most ? `Luck and play of each step: upwards what was gained, downwards what was lost; the longest is ${byUnit(most).slice(1)}.` : '';
}

// What luck and play came to for each player so far; start + luck + play is what it is worth now.
function drawSums(to) {
  const { worth } = record.glance;
  const sum = (of) => worth.value.slice(0, to + 1).reduce((all, _, step) => all + (step ? of(step) : 0), 0);
  const sums = record.about.players.map((_, seat) => partsOf(seat).map(([, kind, of]) => [kind, sum(of)]));
  const most = Math.max(0.01, ...sums.flat().map(([, value]) => Math.abs(value)));
  const bar = (value, kind) => element('td', {}, element('span', { class: `worth-bar ${kind} ${value < 0 ? 'less' : 'more'}` }), ` ${byUnit(value)}`);
  const rows = record.about.players.map((name, seat) => {
    const row = element('tr', {}, element('th', { scope: 'row' }, element('bdi', { text: name })), element('td', { text: sizeOf(worth.value[0][seat]) }),
      ...sums[seat].map(([kind, value]) => bar(value, kind)), element('td', { text: sizeOf(worth.value[to][seat]) }));
    sums[seat].forEach(([, value], at) => { row.querySelectorAll('.worth-bar')[at].style.width = `${(4 * Math.abs(value)) / most}rem`; });
    return row;
  });
  const head = element('tr', {}, ...['Player', 'Start', ...partsOf(0).map(([word]) => word[0].toUpperCase() + word.slice(1)), to === last ? 'End' : 'Now'].map((text) => element('th', { scope: 'col', text })));
  byId('worth-sums').replaceChildren(element('thead', {}, head), element('tbody', {}, ...rows));
}

// What a step was worth, in a line under its sentences.
function tellWorth(step) {
  const { worth } = record.glance;
  byId('worth-told').hidden = !worth || step > judgedTo();
  if (!worth || step > judgedTo()) return;
  const change = ([word, , of]) => (step && Math.abs(of(step)) >= worth.least ? `${byUnit(of(step))} by ${word}` : '');
  const each = record.about.players.map((name, seat) => {
    const changes = partsOf(seat).map(change).filter(Boolean);
    return element('span', { class: `seat line-${1 + (seat % 6)}` }, element('bdi', { text: name }), ` ${inUnit(worth.value[step][seat])}${changes.length ? ` (${changes.join(', ')})` : ''}`);
  });
  byId('worth-told').replaceChildren(element('span', { text: `As ${worth.whose} knew it:` }), ...each);
}

function offerWorth() {
  const { worth } = record.glance;
  byId('worth').hidden = !worth;
  if (worth) byId('worth-as').textContent = [record.glance.judged, worth.told].filter(Boolean).join(' ');
}

const isJudged = (number) => record.glance.marks.some(([step, kind]) => step === number && kind === 'judgement');

function listenToWorth() {
  for (const id of ['worth-lines', 'worth-steps']) {
    for (const type of ['pointerdown', 'pointermove']) byId(id).addEventListener(type, pointed);
    byId(id).addEventListener('pointerleave', () => tellCounts());
  }
}
