// A recorded match over a video: keys go from step to step, or it goes on by itself.

const last = record.steps.length - 1;
const READING = 2600;
let at = -1;
let beat = 0;
let playing = 0;

// Of a step that is gone to its climax is shown.
function go(number, part) {
  at = Math.max(0, Math.min(last, number));
  beat = part ?? climaxIn(at);
  draw(at, beat);
  history.replaceState(null, '', `#${at}`);
}

function stop() {
  clearTimeout(playing);
  playing = 0;
}

function goOn() {
  if (!endsAt(at, beat)) go(at, beat + 1);
  else if (at < last) go(at + 1, 1);
  else stop();
}

function wind() {
  playing = setTimeout(() => { goOn(); if (playing) wind(); }, READING * lasting(toldIn(at, beat)));
}

function playOrStop() {
  if (playing) stop();
  else {
    if (at === last && endsAt(at, beat)) go(0, 0);
    wind();
  }
}

const KEYS = {
  // Behind what decided the last step its end comes, with who has won.
  ArrowRight: () => (at === last ? go(last, endIn(last)) : go(at + 1)),
  ArrowLeft: () => go(at - 1),
  '.': goOn,
  Home: () => go(0),
  End: () => go(last, endIn(last)),
};

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === ' ') playOrStop();
  else if (Object.hasOwn(KEYS, event.key)) {
    stop();
    KEYS[event.key]();
  } else return;
  event.preventDefault();
});
addEventListener('resize', () => { arrange(); draw(at, beat); });
go(Number(location.hash.slice(1)) || 0);
if (wanted.has('play')) wind();
