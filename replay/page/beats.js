// Beats: what is told of a step in one breath, with the table as it is then. Beat 0 stands for all of a step.

function beatsIn(number) {
  return record.steps[number].beats?.length || 1;
}

function endsAt(number, beat) {
  return beat === 0 || beat >= beatsIn(number);
}

// The beat that is shown of a step, in which something is decided; 0 where that is the end of it.
function climaxIn(number) {
  return record.steps[number].climax || 0;
}

// All of a step, behind its climax too.
function endIn(number) {
  return climaxIn(number) ? beatsIn(number) : 0;
}

// The sentences of a step, or those of one beat, or with `upTo` those of it and all beats before it.
function toldIn(number, beat, upTo = false) {
  const { beats } = record.steps[number];
  const told = toldOf(record.steps[number]);
  if (!beat || !beats) return told;
  if (!upTo && beats[beat - 1].part) return toldOfPart(beats[beat - 1].part);
  const counts = beats.map((one) => one.told || 0);
  const before = counts.slice(0, beat - 1).reduce((sum, count) => sum + count, 0);
  return told.slice(upTo ? 0 : before, before + counts[beat - 1]);
}

// What stands above the table at a beat: at the climax all that led to it, and at the end all that came after it.
function toldHere(number, beat) {
  const { beats } = record.steps[number];
  const climax = climaxIn(number);
  if (!climax || !beat || beats[beat - 1].part) return toldIn(number, beat);
  if (beat === climax) return toldIn(number, beat, true);
  if (!endsAt(number, beat)) return toldIn(number, beat);
  const after = beats.slice(climax).reduce((sum, one) => sum + (one.told || 0), 0);
  return after ? toldOf(record.steps[number]).slice(-after) : [];
}

function zonesIn(step, { all, zones = [] }) {
  const laid = [...(all || step.zones)];
  for (const [at, number] of zones) laid[at] = number;
  return laid;
}

// What is shown of a step or of one of its beats, in the form of a step.
function shot(number, beat) {
  const step = record.steps[number];
  if (!beat || !step.beats) return { ...step, told: toldOf(step) };
  const one = step.beats[beat - 1];
  const ends = endsAt(number, beat);
  const said = ends || beat === climaxIn(number);
  return {
    ...step,
    told: toldHere(number, beat),
    title: one.title || step.title,
    board: one.board ? one.board[0] : step.board,
    zones: zonesIn(step, one),
    moved: one.moved,
    named: one.named,
    trails: one.trails,
    stage: one.stage,
    open: ends ? step.open : undefined,
    possible: ends ? step.possible : undefined,
    notes: said ? step.notes : undefined,
    details: said ? step.details : undefined,
    entered: said ? step.entered : '',
  };
}

function shotBefore(number, beat) {
  if (beat > 1) return shot(number, beat - 1);
  return number ? record.steps[number - 1] : undefined;
}

// How long it takes to read what is told, where a line takes 1.
function lasting(told) {
  const [blink, line] = record.reading;
  return blink + (1 - blink) * (told.join(' ').length / line);
}

// The sentence that there is time to read now is marked, so that one sees that it plays, however much is told.
function markRead(pace) {
  const told = toldIn(at, beat);
  let from = 0;
  [...byId('told').children].slice(-told.length).forEach((line, place) => {
    const until = pace * lasting(told.slice(0, place + 1));
    line.style.animation = `read ${until - from}s step-end ${from}s`;
    from = until;
  });
}

// It is in sight, too, where all that is told is not: only what is told is scrolled, not a page that has this one in a frame.
function followRead({ target }) {
  const now = byId('now');
  const over = target.offsetTop + target.offsetHeight - now.clientHeight;
  if (over > now.scrollTop) now.scrollTop = over;
}
