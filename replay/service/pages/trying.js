// Where a variation is tried on a match's page: what could be done as buttons, one move back, bots, a link, a record.

import { listed, offer } from './scribe-desk.js';
import { button, element, takeFaces } from './scribe-drawing.js';
import { Entry } from './scribe-entry.js';
import { ask, freshKey, post } from './scribe-queue.js';

const AWAY = 'The service cannot be reached now: try it again.';
const BOTS = [['random', 'by chance'], ['search:40', 'think a little'], ['search:400', 'think for long']];
const BUSY = 503;
const TRIES = 6;
const vocabularies = new Map();

// What the words and cards of a game are, asked once.
async function wordsOf(root, game) {
  if (!vocabularies.has(game)) {
    const [faces, words] = await Promise.all(['cards', 'vocabulary'].map((what) => ask(`${root}/api/games/${game}/${what}`)));
    takeFaces(faces.body);
    vocabularies.set(game, words.body.actions);
  }
  return vocabularies.get(game);
}

const why = ({ message, rule }) => [message, rule ? `(${rule})` : ''].filter(Boolean).join(' ');
const wait = (time) => new Promise((done) => { setTimeout(done, time); });

// `page` takes in a variation and leaves it again; `base` and `moves` are those that it begins with.
class Trying {
  constructor(box, page) {
    Object.assign(this, { box, page, moves: page.moves, verbs: [], answer: null, running: false, bot: 'random', heardKey: null });
    this.title = element('h2', { id: 'trying-title', tabindex: '-1', text: page.base ? `What if, after step ${page.base}` : 'What if, from the start' });
    this.body = element('div', { id: 'stage-body' });
    this.foot = element('div', { class: 'foot' });
    this.said = element('p', { role: 'status', class: 'soft' });
    const back = button('To the match', () => page.leave(), { class: 'main', title: 'Back to the match as it was played (i)' });
    box.replaceChildren(element('div', { class: 'top' }, this.title, back), this.said, this.body, this.foot);
  }

  get variation() {
    return { as: this.page.eyes, at: this.page.base, moves: this.moves };
  }

  get root() {
    return this.page.api.split('/api/')[0];
  }

  // What the service answers; it is asked again where others keep it busy. Nothing where it cannot be.
  async asked(request) {
    this.hold(true);
    try {
      for (let tries = 1; ; tries += 1) {
        const { status, body } = await request();
        if (status < 300) return body;
        if (status !== BUSY || tries === TRIES) {
          this.say(why(body) || AWAY);
          return null;
        }
        await wait(500 * tries);
      }
    } catch {
      this.say(AWAY);
      return null;
    } finally {
      this.hold(false);
    }
  }

  hold(is) {
    for (const part of [this.body, this.foot]) part.inert = is && !this.running;
    this.body.setAttribute('aria-busy', is);
  }

  say(text) {
    this.said.textContent = text;
    this.page.fit();
  }

  // Asks for the variation with these moves, and draws it; says whether it can be.
  async look(moves, bot = '') {
    const found = await this.asked(() => post(`${this.page.api}/variations`, { ...this.variation, moves, bot }));
    if (!found) return false;
    this.moves = found.moves;
    this.answer = found;
    this.verbs = await wordsOf(this.root, found.desk.game);
    this.page.take(this.page.base, found);
    this.say('');
    this.home();
    return true;
  }

  home() {
    const { desk, ending, drawn_anew: isAnew, records } = this.answer;
    const open = ending ? [] : offer(desk, (place, fields) => new Entry(place, fields, this.doings()));
    const names = desk.open.filter(({ awaited }) => awaited).map(({ name }) => name);
    const who = ending ? 'It is over.' : names.length ? `${listed(names)} to act:` : 'Nothing has to be done.';
    const anew = isAnew && !this.moves.length && element('p', { class: 'soft', text: 'What these eyes have not seen is drawn anew here, as it could be.' });
    const parts = [element('p', { text: who }), ...(this.running ? [] : open), anew].filter(Boolean);
    const foot = this.running ? [button('Stop', () => { this.running = false; }, { class: 'main' })] : this.ways(Boolean(ending), records);
    this.show('', parts, foot);
  }

  ways(isOver, mayRecord) {
    const some = this.moves.length > 0;
    return [
      some && button('One move back', () => this.look(this.moves.slice(0, -1))),
      ...(isOver ? [] : [element('span', { class: 'bots' }, button('Bots go on', () => this.goOn()), this.botChoice())]),
      some && button('Copy the link', () => this.copy()),
      some && mayRecord && button('Record it as a match', () => this.record()),
    ].filter(Boolean);
  }

  botChoice() {
    const choice = element('select', { 'aria-label': 'How bots choose' });
    for (const [name, told] of BOTS) choice.append(element('option', { value: name, text: told, selected: name === this.bot }));
    choice.addEventListener('change', () => { this.bot = choice.value; });
    return choice;
  }

  // Bots move until it is over, or somebody stops them: what they did is shown each time.
  async goOn() {
    this.running = true;
    this.home();
    for (let before = -1; this.running && this.moves.length > before && !this.answer.ending && !this.box.hidden;) {
      before = this.moves.length;
      if (!(await this.look(this.moves, this.bot))) break;
    }
    this.running = false;
    if (!this.box.hidden) this.home();
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(location.href);
      this.say('The link is copied. Whoever opens it sees what they may know.');
    } catch {
      this.say(`Copy this: ${location.href}`);
    }
  }

  async record() {
    const key = { 'Idempotency-Key': freshKey() };
    const found = await this.asked(() => post(`${this.page.api}/forks`, this.variation, key));
    if (!found) return;
    this.say(`Recorded as match ${found.match}. It counts nowhere; whoever has the store goes on with it by \`ludograph play ${found.match}\`.`);
    if (found.shown) this.said.append(' ', element('a', { href: `${this.root}/matches/${found.match}`, text: 'Open it', class: 'button' }));
  }

  // What an entry that is asked for question by question needs of its page.
  doings() {
    const { desk } = this.answer;
    return {
      base: `${this.page.api}/variations`,
      also: { variation: this.variation },
      asked: (request) => this.asked(request),
      home: () => this.home(),
      show: (title, body, foot) => this.show(title, body, foot),
      verb: 'Try it',
      desk: () => desk,
      deskThen: () => desk,
      verbs: () => this.verbs,
      keys: (heard) => { this.heardKey = heard; },
      direct: () => true,
      hasty: () => false,
      record: (entry) => this.look([...this.moves, JSON.stringify(entry)]),
    };
  }

  show(title, body, foot) {
    const had = this.body.contains(document.activeElement) || this.foot.contains(document.activeElement);
    this.heardKey = null;
    this.body.replaceChildren(...(title ? [element('p', { text: title })] : []), ...body);
    this.foot.replaceChildren(...foot.filter(Boolean));
    if (had) this.title.focus({ preventScroll: true });
    this.page.fit();
  }
}

let now = null;

// The keys of a pad are not those of the page.
function typed(event) {
  if (now?.heardKey && !event.target.matches('input') && now.heardKey(event.key)) {
    event.preventDefault();
    event.stopPropagation();
  }
}

// Begins a variation in a box of the page.
export async function panelIn(box, page) {
  if (!now) box.addEventListener('keydown', typed);
  now = new Trying(box, page);
  await now.look(page.moves);
  now.title.focus({ preventScroll: true });
}
