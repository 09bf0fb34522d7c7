// On paper is all that was reached, wherever one is just now: the scoreboard, the ending and the curve are those of there.

let beforePrint = null;

addEventListener('beforeprint', () => {
  beforePrint = [at, beat];
  if (reached === last) goEnd();
  else go(reached, reachedBeat);
});

addEventListener('afterprint', () => {
  if (beforePrint) go(...beforePrint);
  beforePrint = null;
});
