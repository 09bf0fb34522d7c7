// What pages share: elements, requests, and looking again when something changed.

import { follow } from './following.js';

export const { root } = document.body.dataset;
export const byId = (id) => document.getElementById(id);
// By how much the clock of the service is ahead of this machine's, in milliseconds: what counts down goes by that.
let ahead = 0;
export const serverNow = () => Date.now() + ahead;
const PATIENCE = 30000;
const AGAIN = 3000;

// An element with its text, its attributes and what is in it. Whatever comes from outside is text, never HTML.
export function element(tag, { text, on, ...attributes } = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, '');
    else if (value !== undefined && value !== null && value !== false) made.setAttribute(name, value);
  }
  if (text !== undefined) made.textContent = text;
  for (const [name, does] of Object.entries(on || {})) made.addEventListener(name, does);
  made.append(...inside.filter((one) => one !== null && one !== undefined && one !== false));
  return made;
}

// A name as one part of an address. Browsers resolve `.` and `..`, and proxies decode %2F: such characters are written
// with ~ instead of %, after ~~, as `http/path_names.py` does.
export function pathName(name) {
  const hex = (one) => `~${one.codePointAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  const isAwkward = /[\x00-\x1f\x7f/\\?#%;]|^\.{1,2}$|^~~/.test(name);
  return encodeURIComponent(isAwkward ? `~~${name.replace(/[\x00-\x1f\x7f/\\?#%;.~]/g, hex)}` : name);
}

export const link = (text, to, more = {}) => element('a', { text, href: root + to, ...more });

// Puts something in a place, if it is other than what is there; what was in use or open stays so.
export function fill(place, ...nodes) {
  const made = place.cloneNode(false);
  made.append(...nodes.flat().filter(Boolean));
  for (const one of place.querySelectorAll('details[id]')) {
    const same = [...made.querySelectorAll('details[id]')].find((other) => other.id === one.id);
    if (same) same.open = one.open;
  }
  if (made.innerHTML === place.innerHTML) return;
  const used = place.contains(document.activeElement) ? nameOf(document.activeElement) : null;
  place.replaceChildren(...made.childNodes);
  if (used) focusOn(place, used);
}

// Resolves when nothing is pressed: what is put elsewhere under a finger is not what was meant, and a button that is drawn
// anew between press and release is not pressed at all. A browser that keeps the release to itself is not waited for long.
const LONGEST_PRESS = 3000;
let pressed = null;
addEventListener('pointerdown', () => {
  pressed = new Promise((done) => {
    for (const name of ['pointerup', 'pointercancel']) addEventListener(name, () => setTimeout(done), { once: true });
    setTimeout(done, LONGEST_PRESS);
  });
}, true);
export const released = () => pressed;

// What a control is called, by which the one that took its place can be found.
export const nameOf = (one) => one.getAttribute('href') || one.getAttribute('aria-label') || one.textContent;

export function focusOn(place, name) {
  [...place.querySelectorAll('a, button, summary')].find((one) => nameOf(one) === name)?.focus({ preventScroll: true });
}

export class Trouble extends Error {
  constructor(message, status, said = {}) {
    super(message);
    this.status = status;
    this.said = said;
  }
}

// What the service answers, once nothing is pressed, for it is drawn then. Throws a Trouble with a sentence; status 0 where
// it cannot be reached.
export async function ask(path, { method = 'GET', body, headers = {} } = {}) {
  const stopping = new AbortController();
  const timer = setTimeout(() => stopping.abort(), body ? 10 * PATIENCE : PATIENCE);
  let answer;
  let said;
  try {
    const more = body === undefined ? {} : { 'Content-Type': 'application/json' };
    answer = await fetch(root + path, {
      method, headers: { ...more, ...headers }, body: body === undefined ? undefined : JSON.stringify(body), signal: stopping.signal,
    });
    said = await answer.json();
    const told = Date.parse(answer.headers.get('Date'));
    if (told) ahead = Math.abs(told - Date.now()) < 2000 ? 0 : told - Date.now();
  } catch {
    throw new Trouble('The service cannot be reached now: check the network. It is safe to press again.', 0);
  } finally {
    clearTimeout(timer);
  }
  await released();
  if (!answer.ok) throw new Trouble(said.message || 'This did not work.', answer.status, said);
  return said;
}

// Numbers that nobody else has; `randomUUID` is there on https and on this machine alone.
export function freshKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const clockTime = () => new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hour12: false });

// Looks at once, and again whenever the service says that something changed, if anybody looks at the page, and not more
// often than every so many milliseconds. Tells how that goes: well only while the connection lives and the last look came
// back, for what stands on the page may be old otherwise. Gives the function that looks again, whose promise is kept once
// a look that began after the call is over.
export function watch(path, look, tell, pace = 500) {
  let looking = null;
  let missed = false;
  let last = 0;
  let waiting = null;
  let fails = 0;
  let trouble = '';
  let lost = '';
  let isLive = false;

  function soon(wait = pace) {
    if (waiting !== null || document.hidden) return;
    waiting = setTimeout(() => {
      waiting = null;
      again();
    }, Math.max(last + wait - Date.now(), 0));
  }

  // What the connection says counts more: without it nobody would learn of anything new.
  function report() {
    if (lost || trouble) tell(lost || trouble, false);
    else if (isLive && last) tell('', true);
  }

  function wentWrong({ status, message }) {
    trouble = message;
    const mayPass = status === 0 || status >= 500 || status === 429;
    // Where the connection is lost its return makes the page look again.
    if (mayPass && isLive) soon(Math.min(AGAIN * 2 ** fails, 10 * AGAIN));
    fails += 1;
  }

  function again() {
    last = Date.now();
    missed = true;
    looking ??= lookUntilCurrent();
    return looking;
  }

  async function lookUntilCurrent() {
    do {
      missed = false;
      try {
        await look();
        [trouble, fails] = ['', 0];
      } catch (wrong) {
        wentWrong(wrong);
      }
      report();
    } while (missed);
    looking = null;
  }

  function listen() {
    const name = path.match(/^\/api\/tournaments\/(.+)\/follow$/)?.[1];
    follow(name ? `tournament/${decodeURIComponent(name)}` : 'lobby', () => soon(), (state, why) => {
      isLive = state === 'live';
      lost = isLive ? '' : why || `Not connected since ${clockTime()}: what stands here may be old. It is tried again by itself.`;
      if (isLive) soon();
      report();
    });
  }

  document.addEventListener('visibilitychange', () => soon());
  again().finally(listen);
  return again;
}

// Says in a corner of a page whether it is up to date.
export function linked(place) {
  return (message, well) => {
    const text = well ? 'live' : message;
    if (place.textContent !== text) place.textContent = text;
    place.classList.toggle('warn', !well);
    place.classList.toggle('is-live', well);
  };
}

// How far somebody is behind, in words.
export function behindIn(seconds) {
  if (!seconds) return '';
  const minutes = Math.round(seconds / 60);
  if (seconds < 90) return `${Math.round(seconds)} ${Math.round(seconds) === 1 ? 'second' : 'seconds'} behind`;
  return minutes < 90 ? `${minutes} minutes behind` : `${Math.round(minutes / 60)} hours behind`;
}
