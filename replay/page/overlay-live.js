// A match that is played over a video: it asks for what is new, keeps what stands while nobody answers, and goes on by itself.

const { source } = document.documentElement.dataset;
const EVERY = 1000;
// So long nobody answers before that is said, in milliseconds.
const SILENCE = 6000;
const READING = 2600;
let tag = '';
let answered = Date.now();
let winding = 0;
let seen = '';
let beat = 0;

// The beats of a new step at reading pace; then it stays at what was decided until there is another.
function wind(number) {
  const next = beat + 1;
  if (next > beatsIn(number)) return;
  winding = setTimeout(() => {
    beat = next;
    draw(number, beat);
    wind(number);
  }, READING * lasting(toldIn(number, beat)));
}

function take({ step, ...more }) {
  Object.assign(record, more);
  for (const [code, name, face] of more.cards) cards.set(code, { name, face });
  const number = record.steps.length - 1;
  const now = JSON.stringify([step, record.steps[number].told, record.steps[number].entered]);
  clearTimeout(winding);
  // What is seen first, and what is the same as before, stands as it is; what is new is told beat by beat.
  const isNew = seen && now !== seen;
  if (now !== seen) askShares(record.shares ? source.replace(/overlay$/, 'shares') : '', step);
  beat = isNew && beatsIn(number) > 1 ? 1 : record.ending ? endIn(number) : climaxIn(number);
  draw(number, beat);
  if (isNew && beat) wind(number);
  seen = now;
}

const askShares = sharesAsker([400, 1000, 2000, 4000], (found) => {
  shares = found && found.shares;
  drawShares();
});

function say(text) {
  if (byId('link').textContent !== text) byId('link').textContent = text;
}

const clockTime = (time) => new Date(time).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hour12: false });

// What may not be shown any more goes at once; a match that has not begun is waited for.
async function heed(answer) {
  if (answer.ok) {
    take(await answer.json());
    tag = answer.headers.get('ETag');
  } else if (answer.status === 304) {
    // Nothing is new.
  } else if (answer.status < 500 && answer.status !== 429) {
    [tag, seen] = ['', ''];
    clearTimeout(winding);
    askShares('');
    clear();
    say(answer.status === 404 ? '' : (await answer.json()).message);
    return;
  } else throw new Error(answer.status);
  answered = Date.now();
  say('');
}

async function look() {
  const stopping = new AbortController();
  const timer = setTimeout(() => stopping.abort(), SILENCE);
  try {
    await heed(await fetch(source + location.search, { headers: { 'If-None-Match': tag }, cache: 'no-store', signal: stopping.signal }));
  } catch {
    if (Date.now() - answered > SILENCE) say(`no connection since ${clockTime(answered)}`);
  }
  clearTimeout(timer);
  setTimeout(look, EVERY);
}

addEventListener('resize', () => {
  arrange();
  if (seen) draw(record.steps.length - 1, beat);
});
look();
