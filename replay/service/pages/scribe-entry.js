// An entry, question by question: its values, its outcomes, and the sentence that is recorded in the end.

import { button, card, cardsIn, element, faces } from './scribe-drawing.js';
import { NumberPad } from './scribe-pad.js';
import { chosenPlaces, plan } from './scribe-places.js';
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

// A value as a button: a card as its face, several as a row of them.
function valueButton(one, tap) {
  if (one.card) return button('', tap, { class: 'value face', 'aria-label': one.told }, card(one.card, { said: false }));
  const several = Array.isArray(one.value) ? cardsIn(one.value) : [];
  if (!several.length) return button(one.told, tap, { class: 'value' });
  return button('', tap, { class: 'value several', 'aria-label': one.told }, ...several.map((code) => card(code, { said: false })));
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

  // What the game says of this action, apart from what is open now.
  get verb() {
    return this.doings.verbs().find((one) => one.do === this.action.do);
  }

  // What the action asks for in whole, above the items of a list: which of them comes last, for example.
  tellAbout() {
    if (this.verb?.about) document.getElementById('stage-body').prepend(element('p', { class: 'soft', text: this.verb.about }));
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
    // After the step that was seen: what others recorded since is told when this one is sent.
    const { seat, action, at = this.doings.deskThen().step } = this.place;
    const body = { seat, do: action.do, fields: this.held.fields, at, ...this.doings.also, ...more };
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
        return this.askNumber(this.label(field), first, (value) => this.take((held) => { held.fields[field.name] = value; }));
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
    if (values.length === 1 && field.whose === undefined) {
      fields[field.name] = values[0].value;
      return false;
    }
    if (field.whose === undefined) this.askList(this.label(field), values, (value) => this.take((held) => { held.fields[field.name] = value; }));
    else this.show(this.label(field), this.plan(field, (chosen) => this.take((held) => Object.assign(held.fields, chosen))));
    return true;
  }

  // A question with the names that were answered before.
  label({ label }) {
    return label.replace(/\{(\w+)\}/g, (_, name) => this.held.fields[name]);
  }

  // The cards among which a field names a place, with each place that it can be to be tapped.
  plan(field, take) {
    return plan(this.doings.deskThen(), this.place, field, this.fitting, this.held.fields, take);
  }

  askList(title, values, take, more = []) {
    const cards = values.length && values.every((one) => one.card);
    const tap = (one) => valueButton(one, () => take(one.value));
    const byCard = new Map(values.map((one) => [one.card, one]));
    const taps = cards ? faces([...byCard.keys()], (code) => tap(byCard.get(code))) : element('div', { class: 'values' }, ...values.map(tap));
    this.show(title, [taps], more);
  }

  askNumber(title, numbers, take, more = []) {
    const pad = new NumberPad(numbers, take);
    const { min, max, step } = numbers;
    const range = `${title}${title.endsWith('?') ? '' : ':'} ${min} to ${max}${step > 1 ? `, in steps of ${step}` : ''}`;
    this.show(range, pad.body, [pad.done, ...more]);
    this.doings.keys((key) => pad.press(key));
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
    this.tellAbout();
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
    const places = chosenPlaces(this.doings.deskThen(), this.place, entered);
    const body = [element('p', { class: 'sentence', text: `${found.who}: ${found.told}` }), element('div', { class: 'pictures' }, ...pictures, ...places)];
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
    if (this.doings.hasty()) body.push(element('p', { class: 'soft', text: 'This is asked because you tapped quickly.' }));
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
    const { asked, lies } = found;
    if (!asked) {
      this.confirm(found);
      return;
    }
    this.askList(asked.label, asked.values, (value) => this.take((held) => held.told.push(value)));
    document.getElementById('stage-body').append(...lain(lies));
    if (asked.why) document.getElementById('stage-body').prepend(element('p', { class: 'warn', text: asked.why }));
  }

  confirm({ deal, lies }) {
    const told = lies.map(({ label, cards, told: words }) => `${label}: ${words || cards.join(' ')}`);
    const body = [element('p', { class: 'sentence', text: 'The deal as it lies on the table' }), ...lain(lies)];
    const record = () => this.doings.add('deal', deal, `The deal: ${told.join('; ')}`);
    this.show('Is this right?', body, [button(this.doings.verb, record, { class: 'main confirm' })]);
  }
}

// How a deal lies so far: names, and cards as they lie.
function lain(lies) {
  return lies.map(({ label, cards, told }) => element('div', { class: 'lain' }, element('p', { class: 'soft', text: label }),
    told ? element('p', { text: told }) : element('div', { class: 'pictures' }, ...cards.map((code) => card(code)))));
}
