// Whether the service is there: by what was heard of it last, and by nothing else.

const KINDS = ['started', 'dealt', 'step', 'taken_back', 'amended', 'note', 'confirmed', 'confirmation_withdrawn', 'ruling', 'ruling_withdrawn', 'abandoned', 'reopened', 'other'];
// The service says every five seconds that it is there, where it says nothing else.
const SILENCE = 8000;
const WAITS = [500, 1000, 2000, 4000];

export class Link {
  // `news` is called with what others recorded, `changed` whenever the service is heard again, or not any more.
  constructor(base, since, news, changed) {
    Object.assign(this, { base, since, news, changed, up: null, last: Date.now(), fails: 0, source: null, timer: null });
    addEventListener('online', () => this.again());
    addEventListener('offline', () => this.lost());
    addEventListener('pagehide', () => this.close());
    addEventListener('pageshow', ({ persisted }) => persisted && this.again());
    document.addEventListener('visibilitychange', () => document.hidden || this.check());
    setInterval(() => this.check(), 1000);
  }

  close() {
    if (this.source) this.source.close();
    this.source = null;
  }

  // Asks for news anew, at once.
  again() {
    clearTimeout(this.timer);
    this.close();
    this.last = Date.now();
    const source = new EventSource(`${this.base}/follow?since=${this.since()}`);
    this.source = source;
    source.onopen = () => this.heard();
    source.onerror = () => this.source === source && this.lost();
    source.addEventListener('alive', () => this.heard());
    for (const kind of KINDS) {
      source.addEventListener(kind, ({ data }) => {
        this.heard();
        this.news(JSON.parse(data));
      });
    }
  }

  heard() {
    this.last = Date.now();
    this.fails = 0;
    this.tell(true);
  }

  // It is not there: so it is tried again, and at once where the network comes back.
  lost() {
    this.close();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.again(), WAITS[Math.min(this.fails, WAITS.length - 1)]);
    this.fails += 1;
    this.tell(false);
  }

  // Somebody was answered: so it is asked for news at once.
  answered() {
    if (this.up === false && !this.source) this.again();
  }

  // An answer, if there is one soon; what failed at once is asked a second time.
  answerTo(request) {
    const began = Date.now();
    const again = (wrong) => (this.up && Date.now() - began < 1000 ? request() : Promise.reject(wrong));
    return Promise.race([request().catch(again), new Promise((done, failed) => { setTimeout(failed, SILENCE); })]);
  }

  check() {
    if (this.source && Date.now() - this.last > SILENCE) this.lost();
  }

  tell(is) {
    if (this.up === is) return;
    this.up = is;
    this.changed(is);
  }
}
