// A match with bots is begun: a game, who sits where, and a link for each person.

import { asking } from './desk-asking.js';
import { optionFields, optionsIn } from './desk-fields.js';
import { ask, byId, element } from './frame.js';

const { games, seats, most } = document.body.dataset;
const titles = JSON.parse(games);
const room = JSON.parse(seats);
const MOST_SEATS = Math.max(...Object.values(room).map(([, last]) => last));
const PERSON = 'person';
const PLAYOUTS = [20, 100, Number(most)];
const BOTS = [...PLAYOUTS.map((many) => [`search:${many}`, `a bot: search, ${many} playouts`]), ['random', 'a bot: random']];

const whoAt = (said, seat) => (seat === 1 ? PERSON : said[`seat-${seat}`]);
const isThere = (said, seat) => said.game !== '' && seat <= room[said.game][1];
// A seat is asked for where all before it are taken.
const isOpen = (said, seat) => isThere(said, seat) && (seat <= room[said.game][0] || Boolean(whoAt(said, seat - 1)));

function seatFields(seat) {
  const name = { name: `name-${seat}`, label: seat === 1 ? 'Who sits at seat 1' : `The name at seat ${seat}`, maxlength: 60 };
  if (seat === 1) return [name];
  const choices = [['', 'nobody'], [PERSON, 'a person'], ...BOTS];
  const who = { name: `seat-${seat}`, label: `Seat ${seat}`, choices, value: seat === 2 ? 'search:100' : '', when: (said) => isOpen(said, seat) };
  return [who, { ...name, when: (said) => isOpen(said, seat) && whoAt(said, seat) === PERSON }];
}

// Those who sit there, up to the first seat at which nobody does.
function seated(said) {
  const found = [];
  for (let seat = 1; isThere(said, seat) && whoAt(said, seat); seat += 1) {
    found.push(whoAt(said, seat) === PERSON ? { player: said[`name-${seat}`] } : { bot: whoAt(said, seat) });
  }
  return found;
}

// A person's link: to be opened here, or scanned by their phone.
function linkShown({ as, link, qr, code }) {
  return element('section', { class: 'box' }, element('h3', {}, element('bdi', { text: as })),
    element('p', { class: 'actions' }, element('a', { class: 'button main', href: link, text: `Play here as ${as}` })),
    element('img', { class: 'qr', src: qr, alt: `QR code of the link of ${as}`, width: 220, height: 220 }),
    element('p', { class: 'soft', text: `Scan it with the phone of ${as}. On a second device it asks for ${code}.` }));
}

async function send(said, key) {
  const body = { seats: seated(said), options: optionsIn(said) };
  const made = await ask(`/api/games/${said.game}/matches`, { method: 'POST', body, headers: { 'Idempotency-Key': key } });
  return [...made.doubts.map((text) => element('p', { class: 'warn', text })), ...made.links.map(linkShown)];
}

function begin() {
  const game = { name: 'game', label: 'Game', required: true, choices: [['', 'choose one'], ...Object.entries(titles).filter(([id]) => room[id][1] > 1)] };
  const all = Array.from({ length: MOST_SEATS }, (_, at) => at + 1).flatMap(seatFields);
  asking({ title: 'A match with bots', fields: [game, ...all, ...optionFields()], action: 'Begin', rarer: 'Options of the game', send });
}

byId('begin').addEventListener('click', begin);
begin();
