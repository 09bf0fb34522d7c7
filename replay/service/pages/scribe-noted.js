// Entries while the service is not reached: put together from what was open last, or of all verbs of the game; checked when
// they arrive there. And the list of those that wait for it.

import { button, card, element, nameOf } from './scribe-drawing.js';
import { Entry } from './scribe-entry.js';
import { isLasting } from './scribe-kept.js';
import { turnedUp } from './scribe-places.js';

const UNKNOWN = '??';
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// What becomes of an entry that was put together without the service.
const howNoted = (isAway) => (isAway ? 'It is noted here, and checked when the service is there again.' : 'The service is there again: it is sent now, and checked there.');
export function tellHowNoted(isAway) {
  const place = document.getElementById('noted-how');
  if (place) place.textContent = howNoted(isAway);
}

export class NotedEntry extends Entry {
  // Goes on with an entry where the service stopped to answer.
  static after(entry) {
    const place = { ...entry.place, action: knownAction(entry.place.action, entry.doings) };
    const made = Object.assign(Object.create(NotedEntry.prototype), entry, { place });
    made.advance();
    return made;
  }

  async outcomes() {
    const { told, coming, done } = this.held;
    const { dealt } = this.doings.desk();
    const due = coming || (this.action.asked && !told.length) || told.length < this.turned;
    if (dealt === 'cards' && !done && due) this.askOutcome();
    else this.confirm();
  }

  // A card that who acts holds is one of those that are known before them; any other can be said too, for cards may have
  // come to them that this page knows nothing of.
  askValues(field) {
    const [{ [field.name]: found }] = this.fitting;
    const own = found.held && knownBefore(this.doings.desk(), this.place.number);
    if (!own) return super.askValues(field);
    const take = (value) => this.take((held) => { held.fields[field.name] = value; });
    const others = button('Another card', () => this.askList(this.label(field), found.values, take), { class: 'unseen' });
    this.askList(this.label(field), found.values.filter(({ value }) => own.has(value)), take, [others]);
    return true;
  }

  // How many cards are turned up at the places that were chosen, as far as the page knows how they lay.
  get turned() {
    return turnedUp(this.doings.deskThen(), this.place, this.held.fields);
  }

  label({ label }) {
    const { players } = this.doings.desk();
    const named = (value) => (typeof value === 'number' ? players[value - 1] : value);
    return label.replace(/\{(\w+)\}/g, (_, name) => (name === 'seat' ? this.place.seat : named(this.held.fields[name])));
  }

  // The next outcome, as it is called where that was told along with what was open.
  askOutcome() {
    const { told } = this.held;
    const asked = told.length ? null : this.action.asked;
    const tell = (value) => this.take((held) => {
      held.told.push(value);
      held.done = Boolean(asked) && !held.coming && held.told.length >= this.turned;
    });
    const title = asked ? asked.label : told.length ? `What came up as card ${told.length + 1}?` : 'What came up?';
    const unseen = !asked || asked.unseen ? [button('Not seen', () => tell(UNKNOWN), { class: 'unseen' })] : [];
    const over = button(told.length ? 'That is all' : 'No card came up', () => this.take((held) => { held.done = true; }), { class: told.length ? 'main' : '' });
    if (asked && asked.kind === 'number') return this.askNumber(title, asked, tell, [...unseen, over]);
    const among = asked ? this.doings.cards().filter(([code]) => asked.cards.includes(code)) : this.doings.cards();
    this.askList(title, among.map(([code, name]) => ({ value: code, told: name, card: code })), tell, [...unseen, over]);
    // Where cards are due no number is.
    return asked || !this.doings.numbers() ? null : document.getElementById('stage-body').append(button('A number came up', () => this.askNumber('Which number?', {}, tell), { class: 'way number' }));
  }

  // Any number, where nobody here can say which there are.
  askNumber(title, range, take, more = []) {
    if ('min' in range) {
      super.askNumber(title, range, take, more);
      return;
    }
    let typed = '';
    const shown = element('output', { class: 'typed', 'aria-live': 'polite' });
    const done = button('OK', () => take(Number(typed)), { class: 'main' });
    const set = (text) => {
      typed = text.replace(/^(-?)0+(?=\d)/, '$1').slice(0, 9);
      shown.textContent = typed.replace('-', '−') || '…';
      done.disabled = !/\d/.test(typed);
    };
    const turn = () => set(typed.startsWith('-') ? typed.slice(1) : `-${typed}`);
    const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => button(`${digit}`, () => set(typed + digit), { class: 'key' }));
    const pad = element('div', { class: 'pad' }, ...digits,
      button('±', turn, { class: 'key soft', 'aria-label': 'below nought, or above' }),
      button('0', () => set(`${typed}0`), { class: 'key' }),
      button('⌫', () => set(typed.slice(0, -1)), { class: 'key', 'aria-label': 'Wipe the last digit' }));
    set('');
    this.show(title, [element('div', { class: 'typing' }, shown), pad], [done, ...more]);
    this.doings.keys((key) => {
      if (/^\d$/.test(key)) set(typed + key);
      else if (key === '-') turn();
      else if (key === 'Backspace') set(typed.slice(0, -1));
      else if (key === 'Enter' && !done.disabled) take(Number(typed));
      else return false;
      return true;
    });
  }

  // A list, item by item, as long as its scribe wants.
  async picks(field) {
    const picked = this.held.picked || [];
    const { item } = this.action.lists[field.name];
    const done = button(picked.length ? `These ${picked.length}` : 'None', () => this.take((held) => Object.assign(held, { fields: { ...held.fields, [field.name]: picked }, picked: null })), { class: 'main' });
    const left = item.values.filter((one) => !one.card || !picked.includes(one.value));
    this.askList(`${field.label}: ${picked.length + 1}`, left, (value) => this.take((held) => { held.picked = [...picked, value]; }), [done]);
    this.tellAbout();
    return true;
  }

  // What is noted, in words.
  get sentence() {
    const { fields, told } = this.held;
    const way = this.action.ways.find((one) => same(one.fields, fields));
    const values = Object.values(fields).flat().filter((value) => value !== null && value !== '' && value !== UNKNOWN && value !== '...');
    // What an action could be done with is told by its verb alone, where it is said what it was done with.
    const bare = values.length && this.verb ? this.verb.told : this.action.told;
    const what = way ? way.told : [bare, values.map((value) => this.word(value)).join(', ')].filter(Boolean).join(': ');
    const came = told.length ? `; what came up: ${told.map((value) => this.word(value)).join(', ')}` : '';
    return `${this.place.seat}: ${what}${came}`;
  }

  word(value) {
    const values = this.action.blocks.flatMap((block) => Object.values(block)).flatMap((one) => one.values || []);
    const found = values.find((one) => same(one.value, value) && !one.card);
    if (found) return found.told;
    const { place_words: places } = this.doings.deskThen();
    if (Object.hasOwn(places, value)) return places[value];
    return value === UNKNOWN ? 'not seen' : this.doings.cards().some(([code]) => code === value) ? nameOf(value) : `${value}`;
  }

  confirm() {
    const { fields, told } = this.held;
    const texts = this.action.fields.filter(({ text }) => text).map(({ name, label }) => [name, label, element('input', { id: `text-${name}`, maxlength: 2000, autocomplete: 'off' })]);
    const pictures = [...Object.values(fields).flat(), ...told].filter((value) => typeof value === 'string' && this.doings.cards().some(([code]) => code === value));
    const record = () => {
      const said = Object.fromEntries(texts.filter(([, , input]) => input.value.trim()).map(([name, , input]) => [name, input.value.trim()]));
      const { action, number } = this.place;
      this.doings.record({ seat: number || 'table', do: action.do, ...fields, ...said, ...(told.length ? { drawn: told } : {}) }, this.sentence);
    };
    const another = () => this.take((held) => Object.assign(held, { coming: true, done: false }));
    const body = [
      element('p', { class: 'sentence', text: this.sentence }),
      element('div', { class: 'pictures' }, ...pictures.map((code) => card(code))),
      this.doings.desk().dealt === 'cards' && button(told.length ? 'One more card came up' : 'A card came up', another, { class: 'way came' }),
      ...texts.flatMap(([name, label, input]) => [element('label', { for: `text-${name}`, class: 'soft', text: `${label}, if you want to write it down` }), input]),
      element('p', { id: 'noted-how', class: 'soft', text: howNoted(this.doings.isAway()) }),
    ].filter(Boolean);
    this.show('Is this right?', body, [button('Note it', record, { class: 'main confirm' })]);
  }
}

// The cards that are known before a seat; null where there are none, or one whose face is not known.
function knownBefore(desk, seat) {
  const zone = desk.zones.find(([, owner]) => seat && owner === seat);
  const codes = zone ? zone[2].flatMap((at) => codesOf(desk.parts[at])) : [];
  return codes.length && !codes.includes(UNKNOWN) ? new Set(codes) : null;
}

// The codes of all cards in a part of the table.
function codesOf([kind, , content, more]) {
  if (kind === 'row') return content;
  if (kind === 'pile') return content ? [more] : [];
  return kind === 'grid' ? content.map(([code]) => code) : [];
}

// All that a value of a field can be, as far as a game's vocabulary says.
function valuesOf({ kind, words, item, optional, said, held }, doings) {
  const { players, place_words: places } = doings.desk();
  const lists = {
    card: () => doings.cards().map(([code, name]) => ({ value: code, told: name, card: code })),
    seat: () => players.map((name, at) => ({ value: at + 1, told: name })),
    word: () => words.map((word) => ({ value: word, told: Object.hasOwn(places, word) ? places[word] : word })),
    flag: () => [{ value: true, told: 'Yes' }, { value: false, told: 'No' }],
  };
  if (kind === 'text') return { kind: 'text', value: said };
  if (kind === 'list') return { kind: 'picks', item: valuesOf(item, doings) };
  if (!lists[kind]) return { kind: 'number' };
  return { kind: 'list', held, values: [...lists[kind](), ...(optional ? [{ value: null, told: 'None' }] : [])] };
}

// What only its author sees is not asked of whoever has the eyes of the table.
function unseen({ kind }, doings) {
  return { kind: 'list', values: [{ value: kind === 'list' ? doings.desk().players.map(() => UNKNOWN) : UNKNOWN, told: 'Not seen' }] };
}

// A verb as the service offers actions: with all that its fields can be.
function actionOf({ do: verb, told, fields }, doings) {
  const { judge } = doings.desk();
  const block = Object.fromEntries(fields.map((field) => [field.name, field.kept && !judge ? unseen(field, doings) : valuesOf(field, doings)]));
  return { do: verb, told, fields: fields.map(({ name, label, kind, whose }) => ({ name, label, whose, text: kind === 'text' })), ways: [], blocks: [block], lists: block, asked: null };
}

// An action that was open, with what the lists in it are of.
export function knownAction(action, doings) {
  const verb = doings.verbs().find((one) => one.do === action.do);
  return { ...action, lists: verb ? actionOf(verb, doings).lists : {} };
}

// Takes out what only its author sees: of what is open to everybody's eyes it could only be entered as not seen.
export function leaveOutKept(open, verbs) {
  const kept = new Set(verbs.filter(({ fields }) => fields.some((field) => field.kept)).map((one) => one.do));
  for (const seat of open) seat.actions = seat.actions.filter((one) => !kept.has(one.do));
}

// Whoever may have done something, as buttons: then what, of all that there is in the game.
function whoActed(doings) {
  const { players } = doings.desk();
  // What nobody waits for comes last: sitting out, or the end of the evening.
  const idle = new Set(doings.desk().open.flatMap(({ actions }) => actions.filter((one) => one.idle).map((one) => one.do)));
  const sortedVerbs = () => [...doings.verbs().filter((one) => !idle.has(one.do)), ...doings.verbs().filter((one) => idle.has(one.do))];
  const verbs = (name, number) => () => doings.show(`${name}: what?`, [element('div', { class: 'ways' }, ...sortedVerbs().map((one) => (
    button('', () => new NotedEntry({ seat: name, number, action: actionOf(one, doings) }, null, doings), { class: 'way verb' },
      element('span', {}, element('b', { text: one.told }), one.about.replace(/\.$/, '') !== one.told && element('span', { class: 'soft once', text: one.about }))))))],
  [button('Back', doings.home, { class: 'back' })], {});
  const seats = [...players.map((name, at) => [name, at + 1]), ['The table', 0]];
  return element('div', { class: 'values' }, ...seats.map(([name, number]) => button(name, verbs(name, number), { class: 'value player' })));
}

// What can be entered without the service: of what was open last while nothing came after it, and of all verbs else.
export function withoutService(open, doings) {
  const keeps = !isLasting() || doings.forgets() ? ' Do not close this page: this browser stores none of it.' : isSecureContext ? '' : ' Do not close this page: without https it opens only where the service is.';
  const told = element('p', { class: 'soft', text: `The service is not reached. What you enter is noted on this phone, and recorded in its order when it is there again.${keeps}` });
  const all = [element('p', { text: 'Who did it?' }), whoActed(doings)];
  return open.length ? [told, ...open, element('details', { class: 'aside' }, element('summary', { text: 'Something else' }), ...all)] : [told, ...all];
}

// An entry in a list of those that are only noted; it can be taken out as long as it was not sent.
function line({ key, told, tried }, queue, queued) {
  return element('li', {}, element('span', { text: told }), element('span', { class: 'soft', text: tried ? ' (sent, not answered)' : ' (only noted)' }),
    tried ? null : button('Take it out', () => queued(queue.takeOut(key)), { class: 'out', 'aria-label': `Take out: ${told}` }));
}

// What waits behind the first.
export function behind(queue, queued) {
  const rest = queue.items.slice(1);
  if (!rest.length) return null;
  return element('div', { class: 'noted' }, element('p', { text: `${rest.length} more noted here, after it:` }), element('ol', {}, ...rest.map((one) => line(one, queue, queued))));
}

// What waits on a page that shows no match: its link has ended, or the service was not reached yet.
export function keptBox({ items }) {
  const many = items.length > 1 ? `${items.length} entries are` : 'One entry is';
  return element('div', { class: 'card-box' }, element('p', { text: `${many} noted here and not sent. It is sent when a new link is opened in this browser:` }),
    element('ol', {}, ...items.map(({ told }) => element('li', { text: told }))));
}

// All that is noted while the service is not reached, folded below what was noted last.
export function notedBox(queue, queued, place) {
  const { items, first } = queue;
  const open = place.querySelector('details')?.open;
  const how = items.length > 1 ? `${items.length} noted here, the last:` : 'noted here:';
  return element('details', { class: 'card-box', open }, element('summary', {}, element('span', {}, element('span', { class: 'soft', text: `Not confirmed yet, ${how} ` }), element('span', { class: 'sentence', text: items.at(-1).told }))),
    element('ol', {}, ...items.map((one) => line(one, queue, queued))),
    first.message ? element('p', { class: 'soft', text: first.message }) : null,
    button('Send it now', () => queue.wake()));
}
