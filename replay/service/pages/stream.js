// One connection for all that a browser follows: server-sent events of many topics, each gone on with where it stopped.

import { cursorOf, versionOf } from './cursors.js';

const PATIENCE = 8000; // the service says something every five seconds
const WAITS = [500, 1000, 2000, 3000];
const SOON = 30;
const MOST = 200; // as many as the service takes on one connection

// Up to where somebody has been told, after a message: from the start again where they were reset.
export function sinceAfter(message, before) {
  if (message.event === 'reset') return '0';
  return message.version === undefined ? before : cursorOf(message);
}

export class Stream {
  constructor(root) {
    this.root = root;
    // By a key: its topic, the cursor up to which it has been told, and who is told messages and the state.
    this.followed = new Map();
    this.opening = null;
    this.stopping = null;
    this.fails = 0;
    setInterval(() => this.heed(), 1000);
    // Where the network is back nobody waits for the next try.
    addEventListener('online', () => this.followed.size && this.openSoon(0));
  }

  // A topic as `following.js` has it. Whoever comes is asked for anew together with all others, for rights go by cookies.
  add(key, { topic, since, message, state }) {
    this.followed.set(key, { topic, since: since || '0', message, state, label: null, was: '' });
    this.openSoon(SOON);
  }

  remove(key) {
    this.followed.delete(key);
    if (!this.followed.size) this.close();
  }

  close() {
    clearTimeout(this.opening);
    this.stopping?.abort();
    this.stopping = null;
  }

  openSoon(wait) {
    clearTimeout(this.opening);
    this.opening = setTimeout(() => this.open(), wait);
  }

  // What is asked for, by its name. The kinds that have versions are named with every cursor that anybody here has: the
  // service goes on from the earliest, and looks whether each fits. If those are too many, only the earliest is named.
  names() {
    const [all, earliest] = [new Map(), new Map()];
    const isBefore = (one, other) => other === undefined || versionOf(one) < versionOf(other);
    const named = (topic, since) => (topic.split('/').length > 2 ? `${topic}/${since}` : topic);
    for (const { topic, since, was } of this.followed.values()) {
      if (was !== 'refused') {
        all.set(named(topic, since), topic);
        if (isBefore(since, earliest.get(topic))) earliest.set(topic, since);
      }
    }
    return all.size > MOST ? new Map([...earliest].map(([topic, since]) => [named(topic, since), topic])) : all;
  }

  address() {
    const names = this.names();
    this.asked = [...names.values()];
    // With its slashes: proxies take addresses of 8,000 letters, and sixty tables are to have room in that.
    return [...names.keys()].map((name) => `on=${encodeURIComponent(name).replaceAll('%2F', '/')}`).join('&');
  }

  async open() {
    this.close();
    const on = this.address();
    if (!on) return;
    const stopping = new AbortController();
    this.stopping = stopping;
    this.heard = Date.now();
    try {
      const answer = await fetch(`${this.root}/api/follow?${on}`, { signal: stopping.signal, cache: 'no-store' });
      if (!answer.ok) throw new Error((await answer.json()).message);
      await this.read(answer.body.getReader());
      throw new Error('');
    } catch (wrong) {
      if (this.stopping === stopping) this.lost(wrong.name === 'Error' ? wrong.message : '');
    }
  }

  async read(reader) {
    const text = new TextDecoder();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      this.heard = Date.now();
      const pieces = (rest + text.decode(value, { stream: true })).split('\n\n');
      rest = pieces.pop();
      for (const piece of pieces) this.take(piece);
    }
  }

  take(piece) {
    const field = (name) => piece.split('\n').find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const event = field('event');
    if (!event || event === 'bye') return;
    const said = JSON.parse(field('data'));
    if (event === 'topics') this.joined(said.topics);
    else this.told(event, said);
  }

  joined(topics) {
    this.fails = 0;
    for (const one of this.followed.values()) {
      const found = topics[this.asked.indexOf(one.topic)];
      if (found) {
        one.label = found.topic || null;
        this.say(one, found.topic ? 'live' : 'refused', found.message || '');
      }
    }
  }

  told(event, said) {
    for (const one of this.followed.values()) {
      const isNews = event === 'reset' || said.version === undefined || said.version > versionOf(one.since);
      if (one.label === said.topic && isNews) {
        one.since = sinceAfter({ event, ...said }, one.since);
        one.message({ event, ...said });
      }
    }
  }

  heed() {
    if (this.stopping && Date.now() - this.heard > PATIENCE) this.lost('');
  }

  lost(message) {
    this.close();
    for (const one of this.followed.values()) if (one.was !== 'refused') this.say(one, 'lost', message);
    this.openSoon(WAITS[Math.min(this.fails, WAITS.length - 1)]);
    this.fails += 1;
  }

  say(one, state, message) {
    if (one.was === state) return;
    one.was = state;
    one.state(state, message);
  }
}
