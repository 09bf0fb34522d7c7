// What if: a page has no rules in it, so that it says by which command the match goes on otherwise from here.

const whatIf = byId('whatif');

// A word as a shell takes it, whatever is in it.
function quoted(word) {
  return /^[\w.:=/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

// As these eyes know the match: what a player has not seen is drawn anew.
function forkCommand() {
  const { match, seat, players } = record.about;
  const words = ['ludograph', 'fork', match, '--at', `${at}`, ...(seat ? ['--as', players[seat - 1]] : [])];
  const done = byId('whatif-done').value.trim();
  return [...words, ...(done ? ['--do', done] : [])].map(quoted).join(' ');
}

function tellCommand() {
  byId('whatif-command').textContent = forkCommand();
  byId('whatif-told').textContent = '';
}

function openWhatIf() {
  if (whatIf.open) { whatIf.close(); return; }
  byId('whatif-at').textContent = at ? `After step ${at}` : 'From the start';
  byId('whatif-drawn').hidden = !record.about.seat;
  byId('whatif-done').value = '';
  const [seat] = awaitedIn(record.steps[at]);
  byId('whatif-done').placeholder = seat ? `${record.about.players[seat - 1]} …` : '';
  tellCommand();
  whatIf.showModal();
  whatIf.querySelector('h2').focus();
}

async function copyCommand() {
  try {
    await navigator.clipboard.writeText(forkCommand());
    byId('whatif-told').textContent = 'The command is copied.';
  } catch {
    getSelection().selectAllChildren(byId('whatif-command'));
    byId('whatif-told').textContent = 'It is selected: copy it.';
  }
}

// Whoever follows a service has no store of matches to fork in.
if (document.documentElement.dataset.following === undefined) {
  byId('whatif-open').hidden = false;
  byId('whatif-open').addEventListener('click', byHand(openWhatIf));
  byId('whatif-done').addEventListener('input', tellCommand);
  byId('whatif-copy').addEventListener('click', copyCommand);
  KEYS.i = byHand(openWhatIf);
  byId('keys').append(element('dt', { text: 'i' }), element('dd', { text: 'what if: the command by which it goes on otherwise from here' }));
}
