// What if: a page has no rules in it, so that it says by which command the match goes on otherwise from here.

const trying = byId('variation');

// A word as a shell takes it, whatever is in it.
function quoted(word) {
  return /^[\w.:=/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

// As these eyes know the match: what a player has not seen is drawn anew.
function forkCommand() {
  const { match, seat, players } = record.about;
  const words = ['ludograph', 'fork', match, '--at', `${at}`, ...(seat ? ['--as', players[seat - 1]] : [])];
  const done = byId('variation-done').value.trim();
  return [...words, ...(done ? ['--do', done] : [])].map(quoted).join(' ');
}

function tellCommand() {
  byId('variation-command').textContent = forkCommand();
  byId('variation-told').textContent = '';
}

function openVariation() {
  if (trying.open) { trying.close(); return; }
  byId('variation-at').textContent = at ? `After step ${at}` : 'From the start';
  byId('variation-drawn').hidden = !record.about.seat;
  byId('variation-done').value = '';
  const [seat] = awaitedIn(record.steps[at]);
  byId('variation-done').placeholder = seat ? `${record.about.players[seat - 1]} …` : '';
  tellCommand();
  trying.showModal();
  trying.querySelector('h2').focus();
}

async function copyCommand() {
  try {
    await navigator.clipboard.writeText(forkCommand());
    byId('variation-told').textContent = 'The command is copied.';
  } catch {
    getSelection().selectAllChildren(byId('variation-command'));
    byId('variation-told').textContent = 'It is selected: copy it.';
  }
}

// Whoever follows a service has no store of matches to fork in.
if (document.documentElement.dataset.following === undefined) {
  byId('variation-open').hidden = false;
  byId('variation-open').addEventListener('click', byHand(openVariation));
  byId('variation-done').addEventListener('input', tellCommand);
  byId('variation-copy').addEventListener('click', copyCommand);
  KEYS.i = byHand(openVariation);
  byId('keys').append(element('dt', { text: 'i' }), element('dd', { text: 'what if: the command by which it goes on otherwise from here' }));
}
