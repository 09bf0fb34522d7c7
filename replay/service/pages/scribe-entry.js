// An entry, question by question: its values, its outcomes, and the sentence that is recorded in the end.

import { board, button, card, cardsIn, cellsOf, element } from './scribe-drawing.js';
import { post } from './scribe-queue.js';

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// The values of a field in the blocks that fit what was chosen before.
function valuesIn(blocks, name) {
  const found = new Map();
  for (const block of blocks) for (const value of block[name].values) found.set(JSON.stringify(value.value), value);
  return [...found.values()];
}

// A way to do an action, as a sentence and with the card that it is about.
export function wayButton(way, tap) {
  const picture = way.cards.length === 1 ? card(way.cards[0], { said: false }) : null;
  return button('', tap, { class: 'way' }, picture, element('span', { text: way.told }));
}

export class Entry {
  // `place` says who acts, in which action, and after which step; `fields` are those of the way that was tapped, null
  // where none was; `doings` are what the page does for it.
  constructor(place, fields, doings) {
    this.place = place;
    this.doings = doings;
    this.past = [];
    this.held = { fields: fields || {}, picked: null, told: [], way: fields !== null };
    this.advance();
  }

  get action() {
    return this.place.action;
  }

  get fitting() {
    const { fields } = this.held;
    const fits = (block, name) => !(name in fields) || block[name].kind !== 'list' || block[name].values.some(({ value }) => same(value, fields[name]));
    return this.action.blocks.filter((block) => Object.keys(block).every((name) => fits(block, name)));
  }

  // Takes in an answer, which can be taken back by `back`.
  take(change) {
    this.past.push(structuredClone(this.held));
    change(this.held);
    this.advance();
  }

  back() {
    if (!this.past.length) return this.doings.home();
    this.held = this.past.pop();
    return this.advance();
  }

  async draft(more) {
    const { seat, action, at } = this.place;
    const body = { seat, do: action.do, fields: this.held.fields, at, ...more };
    return this.doings.asked(() => post(`${this.doings.base}/drafts`, body), this);
  }

  // Asks for the next value that is open, then for outcomes, then whether to record it.
  async advance() {
    const { fields } = this.held;
    if (this.action.ways.length && !this.held.way) return this.askWay();
    for (const field of this.action.blocks.length ? this.action.fields : []) {
      if (field.name in fields) continue;
      const [first] = this.fitting.map((block) => block[field.name]);
      if (first.kind === 'text') {
        fields[field.name] = first.value;
      } else if (first.kind === 'picks') {
        if (await this.picks(field)) return;
      } else if (first.kind === 'number') {
        return this.askNumber(field.label, first, (value) => this.take((held) => { held.fields[field.name] = value; }));
      } else if (this.askValues(field)) return;
    }
    await this.outcomes();
  }

  askWay() {
    const take = (way) => this.take((held) => Object.assign(held, { way: true, fields: { ...way.fields } }));
    this.show('How?', [element('div', { class: 'ways' }, ...this.action.ways.map((way) => wayButton(way, () => take(way))))]);
  }

  // Whether there was anything to ask: the only value there is goes without saying.
  askValues(field) {
    const { fields } = this.held;
    const values = valuesIn(this.fitting, field.name);
    if (values.length === 1) {
      fields[field.name] = values[0].value;
      return false;
    }
    const cells = this.cells(field);
    if (cells) {
      this.show('Where?', this.plan(cells));
      return true;
    }
    this.askList(field.label, values, (value) => this.take((held) => { held.fields[field.name] = value; }));
    return true;
  }

  // Where x and y are asked for, the places themselves.
  cells(field) {
    const names = this.action.fields.map(({ name }) => name).filter((name) => !(name in this.held.fields));
    if (field.name !== 'x' || !same(names, ['x', 'y'])) return null;
    return this.fitting.flatMap(({ x, y }) => x.values.flatMap((one) => y.values.map((other) => ({ x: one.value, y: other.value }))));
  }

  plan(open) {
    const there = cellsOf(this.doings.gridOf(this.place.number) || ['', '', []]);
    const cell = ({ x, y, free }) => free && button('', () => this.take(({ fields }) => Object.assign(fields, { x, y })), {
      class: 'cell value', 'aria-label': `Column ${x}, row ${y}`,
    }, `${x} ${y}`);
    return [element('div', { class: 'plan' }, board([...there, ...open.map((one) => ({ ...one, free: true }))], cell))];
  }

  askList(title, values, take, more = []) {
    const cards = values.length && values.every((one) => one.card);
    const taps = values.map((one) => (one.card
      ? button('', () => take(one.value), { class: 'value face', 'aria-label': one.told }, card(one.card, { said: false }))
      : button(one.told, () => take(one.value), { class: 'value' })));
    this.show(title, [element('div', { class: cards ? 'faces' : 'values' }, ...taps)], more);
  }

  askNumber(title, { min, max, step }, take, more = []) {
    let typed = '';
    const shown = element('output', { class: 'typed', 'aria-live': 'polite' });
    const done = button('OK', () => take(Number(typed)), { class: 'main', disabled: true });
    const fits = () => typed !== '' && Number(typed) >= min && Number(typed) <= max && (Number(typed) - min) % step === 0;
    const set = (text) => {
      typed = text.replace(/^0+(?=\d)/, '').slice(0, 9);
      shown.textContent = typed || '…';
      done.disabled = !fits();
    };
    const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => button(`${digit}`, () => set(typed + digit), { class: 'key' }));
    const pad = element('div', { class: 'pad' }, ...digits,
      button(`min ${min}`, () => set(`${min}`), { class: 'key soft', 'aria-label': `the least, ${min}` }),
      button('0', () => set(`${typed}0`), { class: 'key' }),
      button(`max ${max}`, () => set(`${max}`), { class: 'key soft', 'aria-label': `the most, ${max}` }));
    const wipe = button('⌫', () => set(typed.slice(0, -1)), { class: 'key', 'aria-label': 'Wipe the last digit' });
    set('');
    const range = `${title}: ${min} to ${max}${step > 1 ? `, in steps of ${step}` : ''}`;
    this.show(range, [element('div', { class: 'typing' }, shown, wipe), pad], [done, ...more]);
    this.doings.keys((key) => {
      if (/^\d$/.test(key)) set(typed + key);
      else if (key === 'Backspace') set(typed.slice(0, -1));
      else if (key === 'Enter' && fits()) take(Number(typed));
      else return false;
      return true;
    });
  }

  // Whether the next item of a list is asked for; a list to which nothing can be added is done.
  async picks(field) {
    const picked = this.held.picked || [];
    const found = await this.draft({ picking: field.name, picked });
    if (!found) return true;
    const done = (held) => {
      held.fields[field.name] = picked;
      held.picked = null;
    };
    if (!found.values.length || (found.values.length === 1 && !found.enough)) {
      if (found.values.length) this.held.picked = [...picked, found.values[0].value];
      else done(this.held);
      return found.values.length ? this.picks(field) : false;
    }
    const enough = found.enough ? [button(`These ${picked.length}`, () => this.take(done), { class: 'main' })] : [];
    this.askList(found.label, found.values, (value) => this.take((held) => { held.picked = [...picked, value]; }), enough);
    return true;
  }

  async outcomes() {
    const found = await this.draft({ told: this.held.told });
    if (!found) return;
    const { asked } = found;
    if (!asked) {
      this.confirm(found);
      return;
    }
    const tell = (outcome) => this.take((held) => held.told.push(outcome));
    const unseen = asked.unseen ? [button('Not seen', () => tell('??'), { class: 'unseen' })] : [];
    const rest = asked.rest ? [button('Nor the rest', () => tell('rest'), { class: 'unseen' })] : [];
    if (asked.kind === 'number') this.askNumber(asked.label, asked, tell, unseen);
    else this.askList(asked.label, asked.values, tell, [...unseen, ...rest]);
  }

  // The sentence that will be recorded, with what was said if anybody wants to write it down.
  confirm(found) {
    const { seat, ...entered } = found.entry;
    const pictures = cardsIn(entered).map((code) => card(code));
    const body = [element('p', { class: 'sentence', text: `${found.who}: ${found.told}` }), element('div', { class: 'pictures' }, ...pictures)];
    if (found.answered.length) {
      body.push(element('ul', { class: 'answered' }, ...found.answered.map(([label, told]) => element('li', { text: `${label}: ${told}` }))));
    }
    const texts = this.action.fields.filter(({ text }) => text);
    const inputs = texts.map(({ name, label }) => [name, element('input', { id: `text-${name}`, maxlength: 2000, autocomplete: 'off' }), label]);
    for (const [name, input, label] of inputs) {
      body.push(element('label', { for: `text-${name}`, class: 'soft', text: `${label}, if you want to write it down` }), input);
    }
    const record = () => {
      const said = Object.fromEntries(inputs.filter(([, input]) => input.value.trim()).map(([name, input]) => [name, input.value.trim()]));
      this.doings.record({ ...found.entry, ...said }, `${found.who}: ${found.told}`);
    };
    if (this.doings.direct()) record();
    else this.show('Is this right?', body, [button(this.doings.verb, record, { class: 'main confirm' })]);
  }

  // A question, under the words of what it is about.
  show(title, body, foot = []) {
    const { seat, action } = this.place;
    const about = title === action.told ? `${seat}` : `${seat}: ${action.told}`;
    const above = body.some((one) => one.classList.contains('sentence')) ? [] : [element('p', { class: 'about soft', text: about })];
    this.doings.show(title, [...above, ...body], [button('Back', () => this.back(), { class: 'back' }), ...foot], this);
  }
}

// The deal that a match awaits, answer by answer: cards, names, whole stacks.
export class DealEntry extends Entry {
  constructor(doings) {
    super({ seat: 'The deal', action: { told: 'how the cards lay', fields: [], ways: [], blocks: [] } }, null, doings);
  }

  async advance() {
    const found = await this.doings.asked(() => post(`${this.doings.base}/deal-drafts`, { answers: this.held.told }));
    if (!found) return;
    const { asked } = found;
    if (!asked) {
      this.confirm(found);
      return;
    }
    this.askList(asked.label, asked.values, (value) => this.take((held) => held.told.push(value)));
    if (asked.why) document.getElementById('stage-body').prepend(element('p', { class: 'warn', text: asked.why }));
  }

  confirm({ deal, answered }) {
    const told = answered.map(([label, text]) => `${label}: ${text}`);
    const body = [element('p', { class: 'sentence', text: 'The deal as it lies on the table' }),
      element('ul', { class: 'answered' }, ...told.map((text) => element('li', { text })))];
    const record = () => this.doings.add('deal', deal, `The deal: ${told.join('; ')}`);
    this.show('Is this right?', body, [button(this.doings.verb, record, { class: 'main confirm' })]);
  }
}
