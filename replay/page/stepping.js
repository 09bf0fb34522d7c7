// From step to step, each as something is decided in it, and from beat to beat.

function ended() {
  return at === last && endsAt(at, beat);
}

// Whether all is shown that is shown of a match step by step; behind the climax of its last step its end is left.
function atNewest() {
  return ended() || (at === last && beat > 0 && beat === climaxIn(at));
}

// On to the climax of a step, to its end, to the next step; back the same way.
function goStep(direction) {
  const climax = climaxIn(at);
  const ends = endsAt(at, beat);
  if (direction > 0 && !ends) go(at, climax && beat >= climax ? endIn(at) : climax);
  else if (direction > 0 && at < last) go(at + 1);
  else if (direction < 0 && climax && (ends || beat > climax)) go(at);
  else if (direction < 0 && at > 0) go(at - 1, endIn(at - 1));
}

function goEnd() {
  go(last, endIn(last));
}

// A beat on or back, over the ends of steps.
function goBeat(direction) {
  const next = (beat || beatsIn(at)) + direction;
  if (next >= 1 && next <= beatsIn(at)) go(at, next);
  else if (direction > 0 && at < last) go(at + 1, 1);
  else if (direction < 0 && at > 0) go(at - 1, beatsIn(at - 1));
}
