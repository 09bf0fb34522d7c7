// Taps that somebody meant: none counts on what has only just come to lie under the thumb.

// In less nobody sees what is new, decides, and taps: such a tap was meant for what lay there before.
const UNSEEN = 450;
// In less somebody may have: it counts, and is asked about before anything is recorded.
const HASTY = 1000;
// As far apart as two taps of a thumb that stays where it is.
const NEAR = 40;
// So long a thing looks as if it were off, after a tap that did not count.
const EARLY = 400;
const THINGS = 'button, summary, label, a, input';

export class Taps {
  constructor() {
    // For each thing on the page, by where it lies and what it is about, since when it does; and the same by the element.
    this.since = new Map();
    this.times = new WeakMap();
    this.last = null;
    this.hasty = false;
    this.news = -Infinity;
    this.width = innerWidth;
    this.top = scrollY;
    const changes = { subtree: true, childList: true, attributes: true, attributeFilter: ['class', 'open', 'hidden', 'style'] };
    new MutationObserver(() => this.look()).observe(document.body, changes);
    addEventListener('resize', () => this.resized());
    addEventListener('scroll', ({ target }) => this.scrolled(target), { capture: true, passive: true });
    addEventListener('mousedown', (event) => this.press(event), true);
    addEventListener('click', (event) => this.hear(event), true);
    this.look();
  }

  // Something will change that nobody here asked for: whoever taps it soon may have meant what lay there before.
  surprise() {
    this.news = performance.now();
  }

  // What was tapped so far belongs to no entry.
  rest() {
    this.hasty = false;
  }

  key(thing) {
    const { left, top, width, height } = thing.getBoundingClientRect();
    const down = thing.closest('#foot') ? 0 : scrollY;
    const place = [left, top + down, width, height].map(Math.round).join(' ');
    return `${about(thing)}\n${thing.getAttribute('aria-label') || thing.textContent}\n${place}`;
  }

  // Takes in what lies where. Where it `moved` under a thumb that scrolls, it is the same that lay there before.
  look(moved = false) {
    const now = performance.now();
    const jumped = Math.abs(scrollY - this.top) > 1;
    const since = new Map();
    for (const thing of document.querySelectorAll(THINGS)) {
      const key = this.key(thing);
      const before = moved ? this.times.get(thing) : this.since.get(key);
      const time = before === undefined || (jumped && !moved && !thing.closest('#foot')) ? now : before;
      since.set(key, time);
      this.times.set(thing, time);
    }
    this.since = since;
    this.top = scrollY;
    if ([...since.values()].includes(now)) requestAnimationFrame(() => setTimeout(() => this.drawn(now)));
  }

  // What is new counts from when it can be seen, which on a slow phone is later than when it was made.
  drawn(made) {
    const now = performance.now();
    for (const [key, time] of this.since) if (time === made) this.since.set(key, now);
  }

  resized() {
    // A bar of the browser that comes and goes moves nothing sideways.
    this.look(innerWidth === this.width);
    this.width = innerWidth;
  }

  scrolled(target) {
    if (target === document) this.top = scrollY;
    else this.look(true);
  }

  // What a tap meets: since when that lies there, whether it is the same thumb again, and whether it counts at all.
  meets(thing, event) {
    const { last } = this;
    const since = this.since.get(this.key(thing));
    const near = last !== null && Math.hypot(event.clientX - last.x, event.clientY - last.y) < NEAR;
    const soon = near && event.timeStamp - last.at < UNSEEN;
    const typed = thing.matches('.key') && last !== null && last.thing.matches('.key');
    const counts = since !== undefined && event.timeStamp - since >= UNSEEN && (!soon || typed);
    return { since, near, soon, counts };
  }

  hear(event) {
    const thing = event.target.closest && event.target.closest(THINGS);
    // By a key nothing comes to lie under anything: `detail` counts the taps of a finger.
    if (!thing || !event.detail) return;
    const [at, { last }] = [event.timeStamp, this];
    // The box of a label that was tapped is tapped by the browser, at once.
    if (last !== null && last.thing.control === thing && at - last.at < 50) return;
    const { since, near, soon, counts } = this.meets(thing, event);
    const unbidden = since >= this.news && (last === null || this.news > last.at);
    if (since === undefined) this.look();
    this.last = { at, thing, x: event.clientX, y: event.clientY };
    if (!counts) {
      event.preventDefault();
      event.stopImmediatePropagation();
      // It is seen that it did not count.
      thing.classList.add('early');
      setTimeout(() => thing.classList.remove('early'), EARLY);
    } else if (soon || (at - since < HASTY && (near || unbidden))) {
      this.hasty = true;
    }
  }

  // A field to type in is taken hold of before the tap is one.
  press(event) {
    const field = event.target.closest && event.target.closest('input');
    if (field && event.detail && !this.meets(field, event).counts) event.preventDefault();
  }
}

// What the things in a part of the page are about: the same word under another question is another thing.
function about(thing) {
  const part = thing.closest('#pending') ? '#pending .sentence' : thing.closest('#stage, #foot') ? '#stage-title, #stage .about' : null;
  return part ? [...document.querySelectorAll(part)].map((one) => one.textContent).join('\n') : '';
}
