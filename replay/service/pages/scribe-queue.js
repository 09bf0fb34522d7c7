// What is entered and not confirmed yet: kept over a reload, sent until it is answered, and each once, by its key.

import { follow as followTopic } from './following.js';

const WAITS = [250, 500, 1000, 2000, 4000, 8000];
const PATIENCE = 15000;

// Numbers that nobody else has; `randomUUID` is there on https and on this machine alone.
function freshKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function ask(address, options = {}) {
  const stopping = new AbortController();
  const timer = setTimeout(() => stopping.abort(), PATIENCE);
  try {
    const answer = await fetch(address, { ...options, signal: stopping.signal });
    return { status: answer.status, body: await answer.json().catch(() => ({})) };
  } finally {
    clearTimeout(timer);
  }
}

export function post(address, body, headers = {}) {
  return ask(address, {
    method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body),
  });
}

export class Queue {
  // `changed` is called whenever the queue is another, `confirmed` with the version that a match has as answered.
  constructor(base, match, changed, confirmed) {
    Object.assign(this, { base, changed, confirmed, sending: false, fails: 0 });
    this.store = `ludograph ${match}`;
    this.items = this.load();
    addEventListener('online', () => this.send());
    addEventListener('storage', ({ key }) => {
      if (key === this.store) this.take(this.load());
    });
  }

  load() {
    try {
      return JSON.parse(localStorage.getItem(this.store)) || [];
    } catch {
      return [];
    }
  }

  keep() {
    try {
      if (this.items.length) localStorage.setItem(this.store, JSON.stringify(this.items));
      else localStorage.removeItem(this.store);
    } catch { /* A browser that keeps nothing: what is entered lasts as long as the page. */ }
    this.changed();
  }

  take(items) {
    this.items = items;
    this.changed();
  }

  get first() {
    return this.items[0];
  }

  // An entry that will be sent: where, what, its words, and the version and step of the match that it was made for.
  add(kind, body, told, { version, step }) {
    this.items.push({ key: freshKey(), kind, body, told, version, step, state: 'waiting', message: '' });
    this.keep();
    return this.send();
  }

  drop() {
    this.items.shift();
    this.keep();
    this.send();
  }

  // The same again, as somebody wants it who saw what others did. It keeps its key: nothing was recorded under it, and
  // if a sending whose answer was lost should have come through after all, this one is told so and doubles nothing.
  again({ version, step }) {
    Object.assign(this.first, { version, step, state: 'waiting', message: '' });
    this.keep();
    this.send();
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.first && this.first.state === 'waiting') {
        if (!(await this.sendOne(this.first))) break;
      }
    } finally {
      this.sending = false;
    }
  }

  // Whether an entry was answered, so that the next can go.
  async sendOne(item) {
    const headers = { 'Idempotency-Key': item.key, 'If-Match': `"${item.version}"` };
    let answer;
    try {
      answer = await post(`${this.base}/${item.kind}`, item.body, headers);
    } catch {
      return this.later('The network does not answer: it is sent again by itself.');
    }
    const { status, body } = answer;
    if (status === 201) {
      this.fails = 0;
      if (this.first === item) this.items.shift();
      this.confirmed(body);
      this.keep();
      return true;
    }
    if (status >= 500 || [408, 429].includes(status)) return this.later(body.message || 'The service is busy: it is sent again.');
    Object.assign(item, { state: status === 409 ? 'clash' : [401, 403].includes(status) ? 'denied' : 'refused' });
    item.message = [body.message, body.rule ? `(${body.rule})` : ''].filter(Boolean).join(' ');
    if (status === 409) this.confirmed(body);
    this.keep();
    return false;
  }

  later(why) {
    if (this.first) this.first.message = why;
    this.keep();
    setTimeout(() => this.send(), WAITS[Math.min(this.fails, WAITS.length - 1)]);
    this.fails += 1;
    return false;
  }
}

// Calls `news` whenever somebody recorded something, and `linked` with whether it would be heard.
export function follow(base, since, news, linked) {
  followTopic(`match/${base.split('/').pop()}/`, news, (state) => linked(state === 'live'), since());
}
