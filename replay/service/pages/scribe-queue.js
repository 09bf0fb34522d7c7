// What is entered and not confirmed yet: on the disk before it is shown as noted, sent in its order, and each once, by its key.

import { cursorOf } from './cursors.js';
import { change, hear, read } from './scribe-kept.js';

import { follow as followTopic } from './following.js';

const WAITS = [250, 500, 1000, 2000, 4000, 8000];
const PATIENCE = 15000;

// Numbers that nobody else has; `randomUUID` is there on https and on this machine alone.
export function freshKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

// The answer to a request; `ends` is when the link ends by which it was answered, where that is said.
export async function ask(address, options = {}, stopping = new AbortController()) {
  const timer = setTimeout(() => stopping.abort(), PATIENCE);
  try {
    const answer = await fetch(address, { ...options, signal: stopping.signal });
    const left = answer.headers.get('Ludograph-Ends-In');
    const ends = left === null ? null : Date.now() + 1000 * Number(left);
    return { status: answer.status, body: await answer.json().catch(() => ({})), ends };
  } finally {
    clearTimeout(timer);
  }
}

export function post(address, body, headers = {}, stopping = undefined) {
  return ask(address, {
    method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body),
  }, stopping);
}

export class Queue {
  // `changed` is called whenever the queue is another, `confirmed` with what the service answered to an entry, `restored`
  // where its record is not the one that an entry was made over, and `heard` and `lost` where it answered anything or
  // nothing. `ended` says whether the session has ended by which an entry was refused. The `vault` seals what others must
  // not read.
  constructor(base, match, vault, { changed, confirmed, restored, heard, lost, ended }) {
    Object.assign(this, { base, vault, changed, confirmed, restored, heard, lost, ended, items: [], latest: null, sending: null, fails: 0, timer: null, takes: 0 });
    this.key = `queue ${match}`;
    hear(this.key, () => this.load().then(() => this.send()));
  }

  async load() {
    await this.take(await read(this.key));
  }

  // Every change is made of what is kept, not of what this tab knows: another one may have sent the same.
  async change(how, latest = null) {
    const now = (kept) => ({ items: how(kept?.items || []).map((one) => this.vault.kept(one)), latest: latest || kept?.latest || null });
    await this.take(await change(this.key, now));
  }

  // What was confirmed last is not in the record any more.
  async forget() {
    await this.take(await change(this.key, (kept) => ({ items: kept?.items || [], latest: null })));
  }

  async take(kept) {
    this.takes += 1;
    const turn = this.takes;
    const { items, latest } = { items: [], latest: null, ...kept };
    if (items.some(({ sealed }) => sealed)) await this.vault.learn(items);
    // Another change may have been taken while this one was read.
    if (turn !== this.takes) return;
    Object.assign(this, { items: items.map((one) => this.vault.shown(one)), latest });
    this.changed();
  }

  // Forgets what sealed entries say; they wait on the disk.
  async seal() {
    this.vault.forget();
    // What was on its way to this page says too much as well.
    this.takes += 1;
    this.items = [];
    await this.load();
  }

  get first() {
    return this.items[0];
  }

  // Whether the first waits for the scribe, not for the service: it was refused, or somebody else was faster.
  get stopped() {
    return Boolean(this.first) && this.first.state !== 'waiting';
  }

  // What an entry knows that is begun now: what stands before it here, and the match as it was shown, or as the entry
  // that was confirmed last has left it.
  seen(desk) {
    const { latest, first } = this;
    const { version, head, step } = first || (latest && latest.version > desk.version ? latest : desk);
    return { version, head, step, before: this.items.map(({ key }) => key) };
  }

  // An entry that will be sent: where, what, its words, and what was seen as it was made. It claims that nothing came
  // after that but what stands before it here: so it names the cursor of that, once it is known.
  async add(kind, body, told, { version, head, step, before }) {
    const item = { ...(await this.vault.made(kind, body, told)), state: 'waiting', message: '', tried: false, version, head, step };
    await this.change((items) => {
      if (items.length && items.every(({ key }) => before.includes(key))) Object.assign(item, { version: null, head: null, step: null });
      else if (!items.length && before.includes(this.latest?.after)) Object.assign(item, { version: this.latest.version, head: this.latest.head, step: this.latest.step });
      return [...items, item];
    });
    this.send();
  }

  // The first entry is another now, or has another before it, and is sent: `now` is the match that the scribe saw. It is
  // the one that they decided about, or nothing is done: another tab may have settled that.
  async settle(now, how, key = this.first?.key) {
    await this.change((items) => {
      const [first, ...others] = items;
      if (first?.key !== key) return items;
      const [next, ...rest] = how(first, others);
      return next ? [{ ...next, version: now.version, head: now.head, step: now.step, state: 'waiting', message: '' }, ...rest] : [];
    });
    this.send();
  }

  // The same again, as somebody wants it who saw what others did. It keeps its key: nothing was recorded under it, and
  // if a sending whose answer was lost should have come through after all, this one is told so and doubles nothing.
  again(now) {
    return this.settle(now, (first, others) => [first, ...others]);
  }

  drop(now) {
    return this.settle(now, (first, others) => others);
  }

  // Another in the place of the first; it has a key of its own, for its body is another.
  async replace(now, kind, body, told) {
    const { key } = this.first || {};
    const made = { ...(await this.vault.made(kind, body, told)), tried: false };
    return this.settle(now, (first, others) => [made, ...others], key);
  }

  // One that was left out, before the first, which goes on after it.
  async before(now, kind, body, told) {
    const waits = { state: 'waiting', message: '', version: null, head: null, step: null };
    const { key } = this.first || {};
    const made = { ...(await this.vault.made(kind, body, told)), tried: false };
    return this.settle(now, (first, others) => [made, ...(first ? [{ ...first, ...waits }] : []), ...others], key);
  }

  // Takes out an entry that was never sent; what was sent may be recorded, and is answered first.
  takeOut(key) {
    return this.change((items) => {
      const at = items.findIndex((one) => one.key === key && !one.tried);
      if (at < 0) return items;
      const [gone] = items.splice(at, 1);
      if (at === 0 && items.length) Object.assign(items[0], { version: gone.version, head: gone.head, step: gone.step });
      return items;
    });
  }

  // The service is there again: what hangs is sent anew, at once.
  wake() {
    clearTimeout(this.timer);
    this.fails = 0;
    if (!this.sending) return void this.send();
    this.sending.woken = true;
    return this.sending.abort();
  }

  async send() {
    if (this.sending) return;
    clearTimeout(this.timer);
    let goesOn = true;
    while (goesOn && this.first?.body && !this.stopped) {
      this.sending = new AbortController();
      try {
        goesOn = await this.sendOne(this.first, this.sending);
      } finally {
        this.sending = null;
      }
    }
  }

  // Whether an entry was answered, so that the next can go.
  async sendOne({ key, kind, body, version, head, tried }, stopping) {
    // Written down first: whoever takes out an entry must not take out one that may be recorded.
    if (!tried) await this.change((items) => items.map((one) => (one.key === key ? { ...one, tried: true } : one)));
    if (this.first?.key !== key) return true;
    let answer;
    try {
      answer = await post(`${this.base}/${kind}`, body, { 'Idempotency-Key': key, 'If-Match': `"${cursorOf({ version, head })}"` }, stopping);
    } catch {
      if (stopping.woken) return true;
      this.lost();
      return this.later('The service does not answer: it is sent again by itself.');
    }
    return this.answered(key, answer);
  }

  async answered(key, { status, body }) {
    if (status === 201 && Number.isInteger(body.version)) {
      this.fails = 0;
      this.heard();
      const now = { version: body.version, head: body.head, step: body.step ?? body.steps ?? null, after: key };
      await this.change((items) => {
        if (items[0]?.key !== key) return items;
        const [gone, next, ...rest] = items;
        const { version, head, step } = now;
        return next ? [next.version === null ? { ...next, version, head, step: step ?? gone.step } : next, ...rest] : [];
      }, now);
      this.confirmed(body);
      return true;
    }
    // What has no sentence is no answer of the service, whoever gave it.
    if (body.message) this.heard();
    if (!body.message || status < 400 || status >= 500 || [408, 429].includes(status)) return this.later(body.message || 'Somebody else answered in the place of the service: it is sent again.');
    // Who comes back with a new link sends it: it waits for that.
    if ([401, 403].includes(status) && (await this.ended())) return false;
    const state = status === 409 ? (body.reset ? 'reset' : 'clash') : [401, 403].includes(status) ? 'denied' : 'refused';
    const message = [body.message, body.rule ? `(${body.rule})` : ''].filter(Boolean).join(' ');
    // What others recorded is shown with it, so it is asked for before that is.
    if (status === 409 && body.reset) this.restored();
    else if (status === 409 && body.version) this.confirmed(body);
    await this.change((items) => items.map((one, at) => (at === 0 && one.key === key ? { ...one, state, message } : one)));
    return false;
  }

  async later(why) {
    if (this.first?.message !== why) await this.change(([first, ...others]) => (first ? [{ ...first, message: why }, ...others] : []));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), WAITS[Math.min(this.fails, WAITS.length - 1)]);
    this.fails += 1;
    return false;
  }
}
