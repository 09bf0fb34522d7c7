// How the match ended: who has won and why, the ranking, and how each score came about.

const endingBox = document.getElementById('ending');

function nameOf(seat) {
  return element('bdi', { text: record.about.players[seat - 1] });
}

function rank([place, seat, score, mark]) {
  const entry = element('li', mark === 'winner' ? { class: 'winner' } : {}, `${place}. `, nameOf(seat), ' ');
  entry.append(element('b', { text: score }), mark && (['winner', 'forfeited'].includes(mark) ? ` ${mark}` : ` (${mark})`));
  return entry;
}

function drawEnding() {
  endingBox.replaceChildren();
  if (!record.ending) return;
  const { why, ranking } = record.ending;
  endingBox.append(...why.map((text) => element('p', {}, ...inWords(text))), element('ol', {}, ...ranking.map(rank)));
  const made = ranking.filter((one) => one[4]).map((one) => element('li', {}, nameOf(one[1]), ': ', ...inTerms(one[4])));
  if (made.length) endingBox.append(element('ul', { 'aria-label': 'How the scores came about' }, ...made));
  endingBox.append(...partTable(record.ending));
  const took = record.glance.thought.map(([seat, time]) => element('li', {}, nameOf(seat), ` thought for ${time} in all.`));
  if (took.length) endingBox.append(element('ul', { 'aria-label': 'Who thought how long' }, ...took));
  drawLost();
}

// Where whoever looks lost most, as it was judged, at the end of their match: the costliest decisions, and the largest fall.
function drawLost() {
  const { lost = [], judged } = record.glance;
  if (judged) endingBox.append(element('p', { text: judged }));
  const toStep = (step) => {
    const made = element('button', { type: 'button', text: `Step ${step}` });
    made.addEventListener('click', () => byHand(go)(step));
    return made;
  };
  endingBox.append(...lost.map(({ title, steps }) => element('div', { role: 'group', 'aria-label': title, class: 'lost' }, element('p', {}, element('b', { text: title })),
    element('ul', {}, ...steps.map(([step, said]) => element('li', {}, toStep(step), ` ${said}`))))));
}

// Nothing of it is shown before the end.
function tellEnding(over) {
  endingBox.hidden = !over || !record.ending;
}

drawEnding();
