// A pad for numbers: whatever cannot lead to one that is allowed cannot be tapped.

import { button, element } from './scribe-drawing.js';

// Whether any number that is allowed begins with these digits.
function begins(typed, { min, max, step }) {
  let [low, high] = [Number(typed), Number(typed)];
  while (low <= max) {
    const least = min + Math.ceil(Math.max(low - min, 0) / step) * step;
    if (least <= Math.min(high, max)) return true;
    if (!low) return false;
    [low, high] = [low * 10, high * 10 + 9];
  }
  return false;
}

export class NumberPad {
  // `take` gets the number that was typed in the end.
  constructor(numbers, take) {
    const { min, max } = numbers;
    this.numbers = numbers;
    this.take = take;
    this.typed = '';
    this.shown = element('output', { class: 'typed', 'aria-live': 'polite' });
    this.done = button('OK', () => take(Number(this.typed)), { class: 'main' });
    this.wipe = button('⌫', () => this.set(this.typed.slice(0, -1)), { class: 'key', 'aria-label': 'Wipe the last digit' });
    this.digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit) => button(`${digit}`, () => this.type(`${digit}`), { class: 'key' }));
    const [least, most] = [['min', 'least', min], ['max', 'most', max]].map(([word, name, value]) => button(`${word} ${value}`, () => this.set(`${value}`), {
      class: 'key soft', 'aria-label': `the ${name}, ${value}`,
    }));
    const pad = element('div', { class: 'pad' }, ...this.digits.slice(0, 9), least, this.digits[9], most);
    this.body = [element('div', { class: 'typing' }, this.shown, this.wipe), pad];
    this.set('');
  }

  get fits() {
    const { min, max, step } = this.numbers;
    const number = Number(this.typed);
    return this.typed !== '' && number >= min && number <= max && (number - min) % step === 0;
  }

  after(digit) {
    return `${this.typed}${digit}`.replace(/^0+(?=\d)/, '');
  }

  type(digit) {
    if (begins(this.after(digit), this.numbers)) this.set(this.after(digit));
  }

  set(text) {
    this.typed = text;
    this.shown.textContent = text || '…';
    this.done.disabled = !this.fits;
    this.wipe.disabled = !text;
    for (const key of this.digits) key.disabled = !begins(this.after(key.textContent), this.numbers);
  }

  // Whether a key of a keyboard was one of the pad.
  press(key) {
    if (/^\d$/.test(key)) this.type(key);
    else if (key === 'Backspace') this.set(this.typed.slice(0, -1));
    else if (key === 'Enter' && this.fits) this.take(Number(this.typed));
    else return false;
    return true;
  }
}
