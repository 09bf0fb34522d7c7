// The sheets of a round's tables: links as QR codes for the scribe, each player and whoever follows, to be printed.

import { ask, byId, element, pathName } from './frame.js';
import { typed } from './desk-words.js';
import { counted, gameOf } from './telling.js';

const { tournament } = document.body.dataset;
const api = `/api/tournaments/${pathName(tournament)}`;
const MANY = 8;
let cup = null;
let drawing = 0;

const spaced = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;
const timeIn = (text) => new Date(text).toLocaleString([], { weekday: 'short', hour: '2-digit', minute: '2-digit' });

// A link as a code, with what it does and how somebody gets back in.
function coded(made, title, texts) {
  return element('figure', {},
    element('figcaption', { text: title }),
    element('img', { src: made.qr, alt: `QR code: ${title}`, width: 200, height: 200 }),
    ...texts.map((text) => element('p', { text })),
    made.code && element('p', {}, 'On another phone, with the code ', element('span', { class: 'code', text: spaced(made.code) })),
    made.until && element('p', { text: `Until ${timeIn(made.until)}` }),
    element('p', { class: 'address', text: made.link }));
}

function heading(round, table) {
  return [
    element('h2', { text: `${cup.name} · round ${round.round} · table ${table.table}` }),
    element('p', { text: `${gameOf(round.game)}: ${table.players.join(', ')}` }),
  ];
}

// The sheet that lies on a table.
function tablePage(round, table, links) {
  const size = links.players.length > MANY ? 'page many' : 'page';
  return element('section', { class: size, 'data-table': table.table, 'aria-label': `Table ${table.table}` },
    ...heading(round, table),
    element('div', { class: 'codes' },
      coded(links.scribe, 'Who records this table', ['Scan it with the camera of your phone. The page is gone? Scan it again.']),
      coded(links.follow, 'Who follows this table', ['Everybody may: it shows what all at the table know.'])),
    element('h3', { text: 'For each player, to be cut off' }),
    element('div', { class: 'slips' },
      ...links.players.map((one, at) => coded(one, `${one.as}, seat ${at + 1}`, ['Your cards; at the end agree to the scores, or object.']))));
}

// The sheet that hangs on the wall: what everybody may scan.
function allPage(round, made) {
  return element('section', { class: 'page all', 'data-table': 'all', 'aria-label': 'All tables' },
    element('h2', { text: `${cup.name} · round ${round.round}` }),
    element('div', { class: 'slips' },
      coded(made[0].links.tournament, 'Standings and all tables', []),
      ...made.map(({ table, links }) => coded(links.follow, `Table ${table.table}`, [table.players.join(', ')]))));
}

const option = (value, text) => element('option', { value, text });

function choose() {
  const which = byId('which').value;
  for (const page of document.querySelectorAll('.page')) page.hidden = which !== '' && page.dataset.table !== which;
}

// Asks for the links of one table after the other, so that a large round is there bit by bit.
async function draw() {
  drawing += 1;
  const mine = drawing;
  const round = cup.rounds[Number(byId('round').value) - 1];
  const tables = round.tables.filter((one) => one.match);
  const made = [];
  byId('print').disabled = true;
  byId('sheets').replaceChildren();
  for (const table of tables) {
    byId('told').textContent = `Table ${table.table} …`;
    const links = await ask(`${api}/rounds/${round.round}/tables/${table.table}/links`, { method: 'POST' });
    if (mine !== drawing) return;
    made.push({ table, links });
    byId('sheets').append(tablePage(round, table, links));
  }
  // A table whose result is there needs no sheet any more.
  const left = round.tables.filter((one) => !one.match && one.state !== 'over').length;
  const told = [left ? `${left} of ${counted(round.tables.length, 'table')} ${left === 1 ? 'has' : 'have'} no match: start ${left === 1 ? 'it at the desk, and its sheet is' : 'them at the desk, and their sheets are'} here.` : '', ...(made[0]?.links.doubts || [])].filter(Boolean);
  byId('told').replaceChildren(...typed(told.join(' ') || (made.length ? 'Ready to print.' : 'All results of this round are there: no table needs a sheet.')));
  byId('told').classList.toggle('warn', told.length > 0);
  if (!made.length) return;
  byId('sheets').prepend(allPage(round, made));
  byId('which').replaceChildren(option('', 'all'), option('all', 'the one to hang up'), ...tables.map((one) => option(one.table, `table ${one.table}`)));
  byId('print').disabled = false;
}

async function begin() {
  try {
    cup = await ask(api);
    byId('name').textContent = `${cup.name}: sheets of tables`;
    document.title = `Sheets of ${cup.name} – Ludograph`;
    if (!cup.rounds.length) {
      byId('told').textContent = 'No round is seated yet.';
      return;
    }
    byId('round').replaceChildren(...cup.rounds.map((one) => option(one.round, `round ${one.round}`)));
    const started = cup.rounds.filter((one) => one.tables.some((table) => table.match));
    const wanted = new URLSearchParams(location.search).get('round');
    byId('round').value = cup.rounds.some((one) => String(one.round) === wanted) ? wanted : String((started.at(-1) || cup.rounds.at(-1)).round);
    await draw();
  } catch (wrong) {
    byId('told').textContent = wrong.message;
    byId('told').classList.add('warn');
  }
}

byId('round').addEventListener('change', () => draw().catch((wrong) => { byId('told').textContent = wrong.message; }));
byId('which').addEventListener('change', choose);
byId('print').addEventListener('click', () => print());
begin();
