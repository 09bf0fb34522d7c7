// The stage of a page for a thumb: what is asked now, with the buttons below it, and the keys of a keyboard.

const byId = (id) => document.getElementById(id);

export class Stage {
  // `home` shows what is open; `entry` is what is being entered, null where nothing is.
  constructor(home) {
    Object.assign(this, { home, entry: null, keys: null });
    document.addEventListener('keydown', (event) => this.press(event));
  }

  // What stands on the stage, with the buttons below it.
  show(title, body, foot, what = null) {
    const had = byId('stage').contains(document.activeElement) || byId('foot').contains(document.activeElement);
    this.keys = null;
    this.entry = what;
    byId('stage-title').textContent = title;
    byId('stage-body').replaceChildren(...body);
    byId('foot').replaceChildren(...foot.filter(Boolean));
    document.body.classList.toggle('home', what === null);
    if (what !== null) scrollTo(0, 0);
    if (what !== null || had) byId('stage-title').focus({ preventScroll: true });
  }

  // Nothing can be tapped while an answer is on its way.
  hold(is) {
    byId('stage').setAttribute('aria-busy', is);
    byId('stage-body').inert = is;
    byId('foot').inert = is;
  }

  // Nothing of the match stays on the page: whoever looks at it has no right to that any more.
  shut(message) {
    for (const name of ['where', 'board', 'pending', 'last', 'zones', 'link']) byId(name).replaceChildren();
    byId('title').textContent = 'Ludograph';
    document.title = 'Ludograph';
    this.show(message, [], []);
    this.hold(false);
  }

  press(event) {
    if (event.target.matches('input') || event.ctrlKey || event.metaKey || event.altKey) return;
    const isEnter = event.key === 'Enter' && event.target.matches('button, summary, a');
    if (this.keys && !isEnter && this.keys(event.key)) event.preventDefault();
    else if (event.key === 'Escape' && this.entry) (this.entry.back ? this.entry.back() : this.home());
  }
}
