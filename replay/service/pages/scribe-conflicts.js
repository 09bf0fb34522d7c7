// What is entered and not confirmed: what became of it, beside what somebody else recorded meanwhile.

import { cursorOf } from './cursors.js';
import { button, card, cardsIn, element } from './scribe-drawing.js';

// From which cursor on others were faster than an entry; null where they were not.
export const clashOf = (item) => (item && item.state === 'clash' ? cursorOf(item) : null);

// Whether nobody said what this is, so that it may be anything.
const open = (value) => value === undefined || value === null || ['', '...', '??'].includes(value);

// Whether what was recorded says all that was to be.
function says(recorded, mine) {
  if (open(mine)) return true;
  if (open(recorded) || typeof mine !== 'object') return recorded === mine;
  return Object.entries(mine).every(([name, value]) => says(recorded[name], value));
}

// What each seat did first: later it may do the like again, and that is another entry.
function firstOfEach(news) {
  const steps = news.filter(({ kind }) => kind === 'step').map(({ entry }) => entry);
  return steps.filter(({ seat }, at) => steps.findIndex((other) => other.seat === seat) === at);
}

// Whether somebody else recorded just what an entry says.
export function isRecorded({ kind, body }, news) {
  const of = (wanted) => news.filter((one) => one.kind === wanted).map(({ entry }) => entry);
  if (kind === 'actions' && body.line) return body.line.split('; ').every((line) => firstOfEach(news).some((one) => one.line === line));
  if (kind === 'actions') return firstOfEach(news).some((one) => says(one, body));
  if (kind === 'deal') return of('dealt').some((one) => says(one, body));
  if (kind === 'undo') return of('taken_back').slice(0, 1).some(({ to }) => to === body.to);
  if (kind === 'confirmations') return [...of('confirmed'), ...of('confirmation_withdrawn')].some((one) => says(one, { as: body.as, withdraw: Boolean(body.withdraw) }));
  if (kind === 'notes') return of('note').some((one) => says(one, { step: body.step, text: body.text }));
  const lines = kind === 'amend' && body.lines.map((line) => JSON.parse(line));
  return kind === 'amend' && of('amended').slice(0, 1).some((one) => says(one, { step: body.step, how: body.how, lines }));
}

const pictures = (entry) => element('div', { class: 'pictures' }, ...cardsIn(entry).map((code) => card(code)));

// What others recorded, as sentences with the cards in them.
export function told(news) {
  return element('ul', {}, ...news.map(({ told: sentences, entry }) => element('li', {}, ...sentences.map((text) => element('p', { text })), pictures(entry))));
}

function clash(item, desk, { again, leave }) {
  const news = desk.since || [];
  if (desk.from !== clashOf(item)) return [[element('p', { class: 'warn', text: 'Somebody else was faster: yours was not recorded.' })], []];
  if (isRecorded(item, news)) {
    const done = element('p', { class: 'agreed', text: 'The same is recorded already: it stands once, and nothing is left to do.' });
    return [[done, told(news)], [button('Go on', leave, { class: 'main' })], []];
  }
  const parts = [element('p', { class: 'warn', text: 'Somebody else was faster: yours was not recorded.' }), element('p', { text: 'They recorded:' }),
    told(news), element('p', { text: 'Yours was:' })];
  return [parts, [button('Enter it again', again, { class: 'main' }), button('Leave it out', leave)]];
}

function waiting({ message }, { send }) {
  const kept = element('p', { class: 'soft', text: 'Not confirmed yet: it is kept here, and sent until it is.' });
  return [[kept, message && element('p', { class: 'warn', text: message })], message ? [button('Send it now', send, { class: 'main' })] : []];
}

function refused({ state, message }, { again, leave }) {
  const isRead = state !== 'unread';
  const parts = [element('p', { class: 'warn', text: isRead ? 'This was not recorded.' : 'This cannot be sent from here.' }), element('p', { text: message })];
  return [parts, [isRead && button('Send it again', again, state === 'denied' ? { class: 'main' } : {}), button('Leave it out', leave)].filter(Boolean)];
}

// The entry that is not confirmed, with what can be done about it.
export function drawn(item, desk, taps) {
  const [parts, buttons, more = taps.more] = item.state === 'clash' ? clash(item, desk, taps) : item.state === 'waiting' ? waiting(item, taps) : refused(item, taps);
  const own = item.state === 'clash' ? pictures(item.body) : null;
  return element('div', { class: 'card-box' }, ...parts, element('p', { class: 'sentence', text: item.told }), own, element('div', { class: 'line' }, ...buttons, ...more));
}
