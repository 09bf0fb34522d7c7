// A match that is still played: its steps are taken in as they come, and whoever is at the end goes on with them.

const { following, topic, grown, lobby, version, views } = document.documentElement.dataset;
const news = element('button', { type: 'button', id: 'news', hidden: true });
const lost = element('span', { id: 'lost', role: 'status' });
// From so many steps behind one is taken to the newest at once.
const BEHIND = 4;
const HERE = `ludograph-at-${location.pathname}`;
let newest = Number(version);
let asking = false;
let askAgain = false;

// Puts the places of what came onto the shelves that are there.
function moved(more) {
  const base = { zones: record.zones.length, parts: record.parts.length, choices: record.choices.length, boards: record.boards.length };
  const by = (shelf) => (place) => place + base[shelf];
  record.parts.push(...more.parts);
  record.zones.push(...more.zones.map(([name, owner, parts, markers]) => [name, owner, parts.map(by('parts')), markers]));
  record.choices.push(...more.choices);
  record.boards.push(...more.boards);
  for (const [code, name, face] of more.cards) if (!cards.has(code)) cards.set(code, { name, face });
  mentionOf = mentions();
  const beatOn = (one) => ({
    ...one,
    ...(one.zones && { zones: one.zones.map(([at, zone]) => [at, zone + base.zones]) }),
    ...(one.all && { all: one.all.map(by('zones')) }),
    ...(one.board && { board: one.board.map(by('boards')) }),
  });
  return more.steps.map((step) => ({
    ...step,
    zones: step.zones.map(by('zones')),
    board: (step.board || 0) + base.boards,
    ...(step.open && { open: step.open.map(by('choices')) }),
    ...(step.beats && { beats: step.beats.map(beatOn) }),
  }));
}

function takeIn(more) {
  const wasAtEnd = ended() || (playing && last - at < BEHIND);
  record.steps.push(...moved(more));
  Object.assign(record, { glance: more.glance, ending: more.ending, about: more.about });
  last = record.steps.length - 1;
  line.max = last;
  countRounds();
  drawEnding();
  glanceAnew();
  byId('of').textContent = `of ${last}`;
  listTo(reached);
  if (wasAtEnd && last - at >= BEHIND) go(last);
  else if (wasAtEnd && !playing) play();
  else showAgain();
  tellNews();
}

// What depends on how many steps there are, without going anywhere.
function showAgain() {
  const here = [at, beat];
  at = -1;
  go(...here);
}

function tellNews() {
  const left = last - at;
  news.hidden = left < 1 || Boolean(playing);
  news.textContent = `${left} new ${left === 1 ? 'step' : 'steps'}: to the newest`;
}

// One question at a time; what came meanwhile is asked for after it.
async function ask() {
  if (asking) {
    askAgain = true;
    return;
  }
  asking = true;
  try {
    const first = record.steps.length;
    const answer = await fetch(`${grown}&first=${first}`);
    if (answer.status === 401 || answer.status === 403) location.reload();
    if (answer.ok) {
      const more = await answer.json();
      if (more.steps.length && first === record.steps.length) takeIn(more);
    }
  } catch {
    // The connection is gone: the next message, or its return, asks again.
    askAgain = false;
  }
  asking = false;
  if (askAgain) {
    askAgain = false;
    ask();
  }
}

// What was said before is other now: the page is made anew, at the same step, or at the end if one was there.
function anew() {
  try {
    sessionStorage.setItem(HERE, ended() ? 'end' : place(at, beat));
  } catch {
    // Then the address alone tells where one was.
  }
  location.reload();
}

function asBeforeAnew() {
  let here = null;
  try {
    here = sessionStorage.getItem(HERE);
    sessionStorage.removeItem(HERE);
  } catch {
    return;
  }
  if (here === 'end') go(last);
  else if (here && !goWritten(here)) go(last);
}

const CHANGES = ['dealt', 'taken_back', 'amended', 'abandoned', 'reopened', 'ruling', 'ruling_withdrawn'];

// Most steps come with the message; where some lie between, they are asked for.
function matchWent({ kinds, version: now, first, grown: more }) {
  newest = now;
  if (kinds.some((kind) => CHANGES.includes(kind))) anew();
  else if (more && first === record.steps.length) takeIn(more);
  else if (kinds.includes('step')) ask();
}

async function listenToMatch() {
  const { follow } = await import(following);
  follow(topic, matchWent, (state, why) => {
    lost.textContent = state === 'live' ? '' : why || 'The connection is lost; this page tries again by itself.';
  }, newest);
}

function offerViews() {
  const eyes = JSON.parse(views);
  const way = element('a', { href: lobby, class: 'lobby', text: 'All tables' });
  document.querySelector('.tools').prepend(way);
  if (eyes.length < 2) return;
  const choice = element('select', { class: 'eyes', 'aria-label': 'Whose eyes' });
  for (const [name, address] of eyes) choice.append(element('option', { value: address, text: `As ${name}` }));
  choice.addEventListener('change', () => location.assign(`${choice.value}${location.hash}`));
  byId('eyes').replaceWith(choice);
}

news.addEventListener('click', () => { stop(); go(last); });
document.addEventListener('moved', tellNews);
document.querySelector('.where').append(' ', news, lost);
offerViews();
asBeforeAnew();
tellNews();
listenToMatch();
