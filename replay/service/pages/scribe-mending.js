// Putting right what was entered: taking back, remarks, corrections with their preview; and agreeing to the result.

import { button, element } from './scribe-drawing.js';
import { ask, post } from './scribe-queue.js';

const REASONS = ['Entered wrongly', 'Taken back at the table', 'Not legal', 'Seen later'];
const REMARKS = ['A long think', 'The judge was called', 'A card was shown by accident', 'A break'];

const back = (tap) => button('Back', tap, { class: 'back' });

// Words as buttons, and a place for others; `take` gets what was chosen.
function words(offers, label, take) {
  const input = element('input', { id: 'words', maxlength: 500, autocomplete: 'off' });
  const other = () => input.value.trim() && take(input.value.trim());
  input.addEventListener('keydown', ({ key }) => key === 'Enter' && other());
  const taps = offers.map((one) => button(one, () => take(one), { class: 'way' }));
  return [
    element('div', { class: 'ways' }, ...taps),
    element('label', { for: 'words', class: 'soft', text: label }),
    element('div', { class: 'line' }, input, button('Use these words', other)),
  ];
}

const toldIn = ({ told }) => told.join(' ');
const sentence = (text) => element('p', { class: 'sentence', text });

export function undoing(doings, to = doings.desk().step - 1) {
  const { log, step } = doings.desk();
  const steps = log.filter((one) => one.step > to);
  const gone = steps.map(toldIn);
  const list = steps.map((one) => element('li', { value: one.step }, ...one.told.map((text) => element('p', { text }))));
  const title = gone.length > 1 ? `Take back steps ${to + 1} to ${step}?` : 'Take this back?';
  const take = (reason) => doings.add('undo', { to, reason }, `Taken back: ${gone.join(' ')}`);
  doings.show(title, [element('ol', { class: 'gone' }, ...list), ...words(REASONS, 'Another reason', take)], [back(doings.home)], {});
}

export function noting(doings) {
  const { step } = doings.desk();
  const open = element('input', { type: 'checkbox', id: 'open' });
  const take = (text) => doings.add('notes', { text, step, public: open.checked }, `Noted on step ${step}: ${text}`);
  const who = element('label', { class: 'sure', for: 'open' }, open, 'Everybody may read it, not only the judge');
  doings.show(`A remark on step ${step}`, [who, ...words(REMARKS, 'In other words', take)], [back(doings.home)], {});
}

export function stepping(doings) {
  const log = doings.desk().log.filter(({ step }) => step > 0).reverse();
  const taps = log.map((one) => button('', () => step(doings, one), { class: 'way step' },
    element('span', { class: 'soft', text: `${one.step}` }), element('span', { text: toldIn(one) })));
  const body = taps.length ? [element('div', { class: 'ways' }, ...taps)] : [element('p', { text: 'No step is recorded yet.' })];
  doings.show('Which step is wrong?', body, [back(doings.home)], {});
}

function step(doings, one) {
  const again = (how) => () => correcting(doings, one, how);
  const taps = [
    button('Put another in its place', again('replace'), { class: 'way' }),
    button('Put one before it that was left out', again('insert'), { class: 'way' }),
    button('Take it out', () => preview(doings, one, { how: 'remove', lines: [] }, 'Taken out'), { class: 'way' }),
    button('Go back: take back all after it', () => undoing(doings, one.step), { class: 'way', disabled: one.step === doings.desk().step }),
  ];
  doings.show(`Step ${one.step}`, [sentence(toldIn(one)), element('div', { class: 'ways' }, ...taps)], [back(() => stepping(doings))], {});
}

// What was open before a step, to be entered rightly.
async function correcting(doings, one, how) {
  const at = one.step - 1;
  const then = await doings.asked(() => ask(`${doings.base}/desk?at=${at}`));
  if (!then) return;
  const record = (entry, told) => preview(doings, one, { how, lines: [JSON.stringify(entry)] }, told);
  const recorded = [element('p', { class: 'soft', text: how === 'insert' ? 'It comes before this:' : 'This was recorded:' }), sentence(toldIn(one))];
  const open = () => doings.show(how === 'insert' ? `Before step ${one.step}` : `Instead of step ${one.step}`, [...recorded, ...doings.offer(then, begin, at)], [back(() => step(doings, one))], {});
  const begin = (place, fields) => doings.enter({ ...place, at }, fields, { home: open, record, verb: 'See what changes', direct: () => false, deskThen: () => then });
  open();
}

async function preview(doings, one, what, told, cut = false) {
  const body = { step: one.step, reason: '', cut, ...what };
  const found = await doings.heard(() => post(`${doings.base}/amend`, { ...body, preview: true }));
  if (!found) return;
  if (found.status >= 300) {
    const where = found.body.step ? `At step ${found.body.step}: ` : '';
    const foot = [back(() => step(doings, one))];
    if (found.body.step && !cut) foot.push(button('Keep what is legal', () => preview(doings, one, what, told, true), { class: 'main' }));
    doings.show('This cannot be', [element('p', { class: 'warn', role: 'alert', text: where + found.body.message })], foot, {});
    return;
  }
  const changed = found.body.changed.slice(0, 40).map(({ step: number, was, now }) => element('li', {},
    element('span', { class: 'soft', text: `${number} ` }), was ? element('del', { text: was }) : null, ' ', now ? element('ins', { text: now }) : null));
  const follow = found.body.followed.map(({ step: number, was, now }) => element('li', {},
    element('span', { class: 'soft', text: `${number} ` }), element('del', { text: was }), ' ', element('ins', { text: now })));
  const follows = follow.length ? [element('p', { class: 'warn', text: 'These entries follow from it:' }), element('ul', { class: 'changed' }, ...follow)] : [];
  const taken = found.body.taken_back ? [element('p', { class: 'warn', text: 'What is not legal any more is taken back.' })] : [];
  const take = (reason) => doings.add('amend', { ...body, reason }, `Step ${one.step} is put right: ${told}`);
  const shown = changed.length ? element('ul', { class: 'changed' }, ...changed) : element('p', { text: 'Nothing that can be seen from here.' });
  doings.show('This will change. Why?', [shown, ...follows, ...taken, ...words(REASONS, 'Another reason', take)], [back(() => step(doings, one))], {});
}

// The result, and who agrees to it.
export function agreeing(doings) {
  const { result, players } = doings.desk();
  const agreed = new Set(result.confirmed);
  const rank = result.ending ? result.ending.ranking : [];
  const places = rank.map(({ place, player, score, won }) => element('tr', {}, element('td', { text: `${place}` }),
    element('td', {}, element('bdi', { text: `${player}${won ? ' ★' : ''}` })), element('td', { class: 'number', text: score === null ? '–' : `${score}` })));
  const before = new Set(result.confirmations_void.map(({ name }) => name));
  const taps = Object.keys(result.scores).map((name, at) => (agreed.has(name)
    ? element('div', { class: 'line' }, element('p', { class: 'agreed', text: `✓ ${players[at]} agrees` }),
      button('Take that back', () => disagreeing(doings, name, players[at])))
    : button(`${players[at]} agrees${before.has(name) ? ' again' : ''}`, () => doings.add('confirmations', { as: name }, `${players[at]} agrees to the result`), { class: 'way' })));
  const again = Object.keys(result.scores).some((name) => before.has(name) && !agreed.has(name));
  const head = element('tr', {}, element('th', { text: 'Place' }), element('th', { text: 'Player' }), element('th', { class: 'number', text: 'Score' }));
  return [
    element('table', {}, element('thead', {}, head), element('tbody', {}, ...places)),
    again ? element('p', { class: 'warn', text: 'What was agreed to before holds no more: these are the final scores now.' }) : null,
    element('div', { class: 'ways' }, ...taps),
  ].filter(Boolean);
}

function disagreeing(doings, name, player) {
  const take = (reason) => doings.add('confirmations', { as: name, withdraw: true, reason }, `${player} does not agree any more: ${reason}`);
  doings.show(`${player} does not agree?`, words(REASONS, 'Another reason', take), [back(doings.home)], {});
}

// Why nothing more is recorded at a table that was given up.
export function endedAs({ paper }) {
  if (!paper) return 'This match was abandoned.';
  const scores = Object.entries(paper).map(([name, score]) => `${name} ${score === null ? 'forfeits' : score}`).join(', ');
  return `The director entered the result from paper: ${scores}. Nothing more is recorded here; if that is wrong, tell the director.`;
}
