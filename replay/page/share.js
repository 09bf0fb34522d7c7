// What one sends to friends: the address of this moment, the table as a picture, and where a service draws it a film.

const sharing = byId('sharing');
const { film } = document.documentElement.dataset;
const MOST = 12;

function openSharing() {
  if (sharing.open) { sharing.close(); return; }
  byId('shared').textContent = '';
  byId('film-from').value = Math.max(0, at - 1);
  byId('film-to').value = at;
  for (const id of ['film-from', 'film-to']) byId(id).max = last;
  filmWanted();
  sharing.showModal();
  sharing.querySelector('h2').focus();
}

function say(text) {
  byId('shared').textContent = text;
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    say(film ? 'The link is copied. Whoever opens it sees what they may know.' : 'The link is copied: it leads to this file, at this step.');
  } catch {
    say(`Copy this: ${location.href}`);
  }
}

function save(content, ending) {
  const name = `${record.about.game}-${place(at, beat)}.${ending}`.toLowerCase().replace(/[^a-z0-9.]+/g, '-');
  const address = URL.createObjectURL(content);
  element('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
  say(`Saved ${name}.`);
}

// The dialog covers nothing of what is drawn: that is laid out behind it all the same.
async function savePicture() {
  const svg = pictureOfTable();
  try {
    save(await pngOf(svg), 'png');
  } catch {
    save(new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' }), 'svg');
  }
}

function saveDrawing() {
  save(new Blob([new XMLSerializer().serializeToString(pictureOfTable())], { type: 'image/svg+xml' }), 'svg');
}

// The service draws it, as these eyes know the match.
function filmWanted() {
  if (!film) return;
  const [from, to] = ['film-from', 'film-to'].map((id) => Number(byId(id).value));
  const fits = Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= last && to - from < MOST;
  const link = byId('film-get');
  if (fits) link.href = `${film}&from=${from}&to=${to}`;
  else link.removeAttribute('href');
  byId('film-told').textContent = fits ? '' : `From a step to a later one, ${MOST} steps at most; the last is ${last}.`;
}

byId('film').hidden = !film;
byId('no-film').hidden = Boolean(film);
byId('share-open').addEventListener('click', openSharing);
byId('share-link').addEventListener('click', copyLink);
byId('share-png').addEventListener('click', savePicture);
byId('share-svg').addEventListener('click', saveDrawing);
for (const id of ['film-from', 'film-to']) byId(id).addEventListener('input', filmWanted);
KEYS.s = openSharing;
byId('keys').append(element('dt', { text: 's' }), element('dd', { text: 'send this moment: a link, a picture, a film' }));
