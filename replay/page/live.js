// A match that is still played: its steps are taken in as they come. Whoever is at the newest sees each at once, at every
// pace; whoever comes late is asked where to begin.

const { following, topic, grown, lobby, seat, status, cursor, views, entered, shares } = document.documentElement.dataset;
const news = element('button', { type: 'button', id: 'news', hidden: true });
const lost = element('span', { id: 'lost', role: 'status' });
const joining = element('section', { id: 'joining', 'aria-label': 'Where to begin', hidden: true });
const HERE = `ludograph-at-${location.pathname}`;
const RESET = `ludograph-reset-${location.pathname}`;
let newest = cursor;
let asking = false;
let askAgain = false;

// Puts the places of what came onto the shelves that are there.
function moved(more) {
  const base = { zones: record.zones.length, parts: record.parts.length, choices: record.choices.length, boards: record.boards.length, stages: record.stages.length };
  const by = (shelf) => (place) => place + base[shelf];
  record.parts.push(...more.parts);
  record.zones.push(...more.zones.map(([name, owner, parts, markers]) => [name, owner, parts.map(by('parts')), markers]));
  record.choices.push(...more.choices);
  record.boards.push(...more.boards);
  record.stages.push(...more.stages);
  for (const [code, name, face] of more.cards) if (!cards.has(code)) cards.set(code, { name, face });
  mentionOf = mentions();
  const beatOn = (one) => ({
    ...one,
    ...(one.zones && { zones: one.zones.map(([at, zone]) => [at, zone + base.zones]) }),
    ...(one.all && { all: one.all.map(by('zones')) }),
    ...(one.board && { board: one.board.map(by('boards')) }),
    ...(one.stage && { stage: one.stage.map(by('stages')) }),
  });
  return more.steps.map((step) => ({
    ...step,
    zones: step.zones.map(by('zones')),
    board: (step.board || 0) + base.boards,
    ...(step.open && { open: step.open.map(by('choices')) }),
    ...(step.stage && { stage: step.stage.map(by('stages')) }),
    ...(step.beats && { beats: step.beats.map(beatOn) }),
  }));
}

const isPlayed = () => status === 'running' && !record.ending;
const stepsIn = (count) => `${count} ${count === 1 ? 'step' : 'steps'}`;

function takeIn(more) {
  leaveVariation();
  // Nothing is played here: that stops at the newest.
  const isLive = atNewest();
  record.steps.push(...moved(more));
  Object.assign(record, { glance: more.glance, ending: more.ending, about: more.about });
  last = record.steps.length - 1;
  line.max = last;
  countRounds();
  drawEnding();
  glanceAnew();
  byId('of').textContent = `of ${last}`;
  listTo(reached);
  if (isLive) goNewest();
  else showAgain();
  tellNews();
  awaitShares();
}

// The newest step as something is decided in it, and what came of that once it could be read.
let newestTimer = 0;
function goNewest() {
  go(last);
  clearTimeout(newestTimer);
  const here = climaxIn(last);
  const seconds = PACES[byId('pace').selectedIndex] * lasting(toldIn(at, beat));
  if (here) newestTimer = setTimeout(() => { if (at === last && beat === here) goEnd(); }, seconds * 1000);
}

// What depends on how many steps there are, without going anywhere.
function showAgain() {
  const here = [at, beat];
  at = -1;
  go(...here);
}

function tellNews() {
  offerVariation();
  const left = last - at;
  news.hidden = left < 1 || !isPlayed();
  // It does what the button to the end does, and takes its place.
  byId('last').hidden = !news.hidden;
  news.firstChild.textContent = `${stepsIn(left)} behind: `;
  joining.querySelector('p')?.replaceChildren(`${stepsIn(last)} of this match ${last === 1 ? 'was' : 'were'} played.`);
  if (at || beat || playing || !isPlayed()) joining.hidden = true;
  tellConnection();
}

function goLive() {
  stop();
  goNewest();
}

// Whoever opens a match that has begun, at no step of their own choice, says what they want to see first.
function askWhereToBegin() {
  if (at || beat || !last || !isPlayed()) return;
  const choices = [['Live', goLive], ['From the start', () => { play(); tellNews(); }]];
  const buttons = choices.map(([text, does]) => {
    const made = element('button', { type: 'button', text });
    made.addEventListener('click', does);
    return made;
  });
  joining.append(element('p'), ...buttons);
  joining.hidden = false;
  document.querySelector('main').prepend(joining);
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
    const answer = await fetch(`${grown}&first=${first}&seen=${newest}`);
    if (answer.status === 401 || answer.status === 403) location.reload();
    if (answer.ok) {
      const more = await answer.json();
      if (more.reset) anew(true);
      else if (more.steps.length && first === record.steps.length) takeIn(more);
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

// What was said before is other now: the page is made anew, at the same step, or at the end if one was there. Where the
// record was replaced this is said then.
function anew(isReset = false) {
  try {
    if (isReset) sessionStorage.setItem(RESET, 'yes');
    sessionStorage.setItem(HERE, atNewest() ? 'end' : place(at, beat));
  } catch {
    // Then the address alone tells where one was.
  }
  location.reload();
}

function tellReset() {
  const text = 'The record of this match was replaced, for example because the store was restored from an older copy. This page was loaded again: steps that it showed before may be missing.';
  document.querySelector('main').prepend(element('p', { id: 'reset', class: 'warn', role: 'alert', text }));
}

function asBeforeAnew() {
  let here = null;
  try {
    if (sessionStorage.getItem(RESET)) tellReset();
    sessionStorage.removeItem(RESET);
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
function matchWent({ event, kinds, version, head, first, grown: more }) {
  if (event === 'reset') {
    anew(true);
    return;
  }
  newest = `${version}-${head}`;
  if (kinds.some((kind) => CHANGES.includes(kind))) anew();
  else if (more && first === record.steps.length) takeIn(more);
  else if (kinds.includes('step')) ask();
}

// The sign of life of the service decides what is said of the connection; `live` only where the newest is shown as well.
let lostWhy = '';
let isConnected = false;
let wasConnected = false;

function tellConnection() {
  const text = lostWhy || (isConnected && isPlayed() && atNewest() ? 'live' : '');
  if (lost.textContent !== text) lost.textContent = text;
  lost.classList.toggle('warn', Boolean(lostWhy));
}

// Shares of the win stand there at the newest step alone.
const winShares = element('p', { id: 'win-shares', title: 'By what everybody at the table knows', hidden: true });
let knownShares = null;

function tellShares() {
  winShares.hidden = !(knownShares && atNewest() && isPlayed());
}

const askShares = sharesAsker([800, 1500, 3000, 6000], (found) => {
  knownShares = found;
  if (found) {
    const percent = (share) => `${Math.round(100 * share)} %`;
    const each = record.about.players.map((name, seat) => element('span', { class: `seat line-${1 + (seat % 6)}` }, element('bdi', { text: name }), ` ${percent(found.shares[seat])}`));
    const judged = element('span', { text: `as judged by ${found.playouts} short playouts, ± ${percent(1.96 * found.se)}` });
    winShares.replaceChildren(...[element('span', { text: 'Shares of the win:' }), ...each, judged].flatMap((one) => [one, ' ']));
  }
  tellShares();
});
const awaitShares = () => askShares(isPlayed() ? shares : '', last);

async function listenToMatch() {
  const { follow } = await import(following);
  follow(topic, matchWent, (state, why) => {
    // These eyes were open and are closed now: nothing of what they saw stays.
    if (state === 'refused' && wasConnected) location.reload();
    isConnected = state === 'live';
    wasConnected ||= isConnected;
    const since = new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hour12: false });
    lostWhy = isConnected ? '' : why || `The connection is lost since ${since}; this page tries again by itself.`;
    tellConnection();
  }, newest);
}

function offerViews() {
  const eyes = JSON.parse(views);
  const way = element('a', { href: seat || lobby, class: 'lobby', text: seat ? 'Your seat' : 'All tables' });
  document.querySelector('.tools').prepend(way);
  if (eyes.length < 2) return;
  const choice = element('select', { class: 'eyes', 'aria-label': 'Whose eyes' });
  for (const [name, address] of eyes) choice.append(element('option', { value: address, text: `As ${name}` }));
  choice.addEventListener('change', () => location.assign(`${choice.value}${location.hash}`));
  byId('eyes').replaceWith(choice);
}

news.addEventListener('click', goLive);
document.addEventListener('moved', tellNews);
document.addEventListener('moved', tellShares);
news.append(element('span'), 'go live');
byId('last').after(news);
document.querySelector('.where').append(' ', lost);
byId('worth-told').after(winShares);
offerViews();
if (entered) tellAbandoned(entered);
asBeforeAnew();
askWhereToBegin();
tellNews();
awaitShares();
listenToMatch();
