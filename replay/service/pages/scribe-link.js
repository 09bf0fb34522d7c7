// Whether the service is there: by what was heard of it last, and by nothing else.

import { follow } from './following.js';

const PATIENCE = 8000;
const LOOK = 4000;
const WAITS = [250, 500, 1000, 2000, 4000];

export class Link {
  // `news` is called with what was recorded, and `changed` whenever the service is there again, or not any more.
  constructor(root, match, since, news, changed) {
    Object.assign(this, { root, match, since, news, changed, eyes: '', up: null, follows: null, fails: 0, timer: null });
    addEventListener('online', () => this.look());
    addEventListener('offline', () => this.lost());
    document.addEventListener('visibilitychange', () => document.hidden || this.up === false && this.look());
  }

  start() {
    follow(`match/${this.match}/${this.eyes}`, (message) => message.version && this.news(message), (state) => {
      this.follows = state === 'live';
      if (this.follows) this.answered();
      else this.lost();
      this.changed();
    }, this.since());
  }

  get word() {
    return this.up === false ? 'no connection' : this.follows ? 'connected' : 'connecting …';
  }

  // Somebody was answered, whatever the answer was.
  answered() {
    clearTimeout(this.timer);
    this.fails = 0;
    this.tell(true);
  }

  // Somebody was not: so it is looked for, again and again.
  lost() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), WAITS[Math.min(this.fails, WAITS.length - 1)]);
    this.fails += 1;
    this.tell(false);
  }

  async look() {
    const stopping = new AbortController();
    const timer = setTimeout(() => stopping.abort(), LOOK);
    const found = await fetch(`${this.root}/health`, { signal: stopping.signal, cache: 'no-store' }).then((answer) => answer.json()).catch(() => null);
    clearTimeout(timer);
    if (found && found.layout) this.answered();
    else this.lost();
  }

  // An answer, if there is one soon; what failed at once is asked a second time.
  answerTo(request) {
    const began = Date.now();
    const again = (wrong) => (this.up && Date.now() - began < 1000 ? request() : Promise.reject(wrong));
    return Promise.race([request().catch(again), new Promise((done, failed) => { setTimeout(failed, PATIENCE); })]);
  }

  tell(is) {
    if (this.up === is) return;
    this.up = is;
    this.changed();
  }
}
