// Whether sentences give their reasons: long for who learns the game, short for who knows it; the next page remembers.

let brief = remembered('terse') === '1';
const shorten = document.getElementById('terse');

// What is told of a step, without the reasons where a reader wants it short.
function toldOf({ told = [], terse = [] }) {
  const short = new Map(brief ? terse : []);
  return told.map((text, place) => short.get(place) ?? text);
}

// What is told of a part of a score: it stands in a sentence of the step as well.
function toldOfPart([long, short]) {
  return [brief ? short : long];
}

function markReasons() {
  shorten.setAttribute('aria-pressed', `${brief}`);
}

function toggleReasons() {
  brief = !brief;
  remember('terse', brief ? '1' : '0');
  markReasons();
  showAnew();
}

shorten.addEventListener('click', toggleReasons);
markReasons();
