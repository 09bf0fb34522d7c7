// What a director does about a match: rulings, an end before the end, corrections with their preview, and links.

import { cursorOf } from './cursors.js';
import { ask, byId, element, link, pathName } from './frame.js';
import { REASON, asking, show } from './desk-asking.js';
import { typed } from './desk-words.js';
import { stateOf } from './telling.js';

const { tournament } = document.body.dataset;
const PUBLIC = { name: 'public', label: 'Everybody may read the reason', type: 'checkbox' };

const post = (match, what, body, key, cursor) => ask(`/api/matches/${match}/${what}`, {
  method: 'POST', body, headers: { ...(key ? { 'Idempotency-Key': key } : {}), ...(cursor ? { 'If-Match': `"${cursor}"` } : {}) },
});

// What comes of a ruling that is not recorded yet, as nodes, with the cursor of the match that it was worked out from.
async function comesOf(match, body) {
  const found = await post(match, 'rulings', { ...body, preview: true });
  return { nodes: found.told.map((text) => element('p', { text })), cursor: cursorOf(found) };
}

const POINTS = '+3 gives points, -5 takes some, =14 says what the final score is to be';

// Whoever ruled last at this desk mostly rules again.
let ruledBy = '';

function ruling({ match, players, where, objection }, scores, done) {
  const each = players.map((name, at) => ({ name: `points-${at}`, label: `Points for ${name}`, hint: at ? '' : POINTS }));
  const bodyOf = (said) => {
    const points = players.map((name, at) => [name, said[`points-${at}`]]).filter(([, given]) => given);
    return {
      text: said.text, by: said.by, step: said.step === '' ? null : Number(said.step), cites: said.cites,
      adjust: Object.fromEntries(points), forfeit: said.forfeit ? [said.forfeit] : [], private: said.private,
    };
  };
  asking({
    title: `A ruling: ${where}`,
    about: [
      ...(objection ? [element('p', {}, element('strong', { text: `${objection.player} objects: ` }), element('q', { text: objection.text }))] : []),
      element('p', { text: `Now: ${scores}.` }),
    ],
    fields: [
      { name: 'text', label: 'What is ruled', type: 'lines', required: true, maxlength: 2000 },
      { name: 'by', label: 'Who rules', required: true, maxlength: 100, value: ruledBy || 'Director' },
      ...each,
      { name: 'step', rare: true, label: 'About step', type: 'number', min: 0 },
      { name: 'cites', rare: true, label: 'Rule', maxlength: 100 },
      { name: 'forfeit', rare: true, label: 'Who forfeits', choices: [['', 'nobody'], ...players.map((name) => [name, name])], hint: 'It counts once the match has been played to its end' },
      { name: 'private', rare: true, label: 'Only for directors', type: 'checkbox' },
    ],
    preview: (said) => comesOf(match, bodyOf(said)),
    send: async (said, key, seen) => {
      await post(match, 'rulings', bodyOf(said), key, seen.cursor);
      ruledBy = said.by;
      done('The ruling is recorded.');
    },
  });
}

function withdrawing({ match }, { number, text }, done) {
  const bodyOf = (said) => ({ withdraw: number, ...said });
  asking({
    title: `Withdraw ruling ${number}`,
    about: [element('p', { text })],
    fields: [{ name: 'by', label: 'Who rules', required: true, maxlength: 100, value: ruledBy || 'Director' }, REASON, PUBLIC],
    preview: (said) => comesOf(match, bodyOf(said)),
    send: async (said, key, seen) => {
      await post(match, 'rulings', bodyOf(said), key, seen.cursor);
      done('The ruling is withdrawn.');
    },
  });
}

function ending({ match }, what, title, done) {
  asking({
    title, fields: [REASON, PUBLIC],
    send: async (said, key) => {
      await post(match, what, said, key);
      done(what === 'abandon' ? 'The match is abandoned.' : 'The match goes on.');
    },
  });
}

// Any value in words: what it holds, one after the other.
function valueTold(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? Object.values(value).map(valueTold).filter(Boolean).join(' ') : String(value);
}

const told = (side) => valueTold(side) || 'nothing';

function scoresOf(result) {
  if (!result || !result.final) return 'not known yet';
  return Object.entries(result.final.scores).map(([name, score]) => `${name} ${score === null ? '–' : score}`).join(', ');
}

// What a correction would change, as nodes.
function foreseen({ changed, followed, result, taken_back: gone, untold }) {
  const rows = changed.slice(0, 60).map((one) => element('li', {},
    element('p', {}, element('strong', { text: `Step ${one.step}` })),
    element('p', {}, element('del', { text: told(one.was) })),
    element('p', {}, element('ins', { text: told(one.now) }))));
  return [
    element('p', { text: changed.length ? `${changed.length === 1 ? 'One step' : `${changed.length} steps`} would be told otherwise:` : 'Nothing would be told otherwise.' }),
    element('ol', { class: 'changes' }, ...rows),
    ...followed.map(({ step, was, now }) => element('p', { class: 'warn', text: `Step ${step} follows from it: ${was} → ${now}` })),
    gone ? element('p', { class: 'warn', text: `${gone === 1 ? 'One step' : `${gone} steps`} would be taken back.` }) : null,
    untold ? element('p', { class: 'soft', text: 'What follows from chance is not told before it is recorded.' }) : null,
    element('p', { text: `Result: ${scoresOf(result.was)}; then: ${scoresOf(result.now)}.` }),
  ].filter(Boolean);
}

const stepText = ({ step, seat, action }) => `${step}. ${seat}: ${valueTold(action)}`;

async function correcting({ match }, done) {
  const [log, { lines: entered }] = await Promise.all([ask(`/api/matches/${match}/log?as=judge&from=1`), ask(`/api/matches/${match}/amend`)]);
  const steps = log.filter((one) => !one.superseded);
  const choices = [['0', '0. The start: players, options, deal'], ...steps.map((one) => [String(one.step), stepText(one)])];
  const bodyOf = (said) => ({
    step: Number(said.step), how: said.how, reason: said.reason, cut: said.cut, public: said.public,
    lines: said.how === 'remove' ? [] : said.lines.split('\n').map((line) => line.trim()).filter(Boolean),
  });
  asking({
    title: 'A correction',
    about: [element('p', {}, link('Choose the step and enter it by taps', `/matches/${match}/scribe#steps`, { class: 'button' })), element('p', { class: 'soft', text: 'Or in writing, as for the start of the match or several entries at once:' })],
    fields: [
      { name: 'step', label: 'Step', choices, value: choices.at(-1)[0] },
      { name: 'how', label: 'What is done', choices: [['replace', 'put these entries in its place'], ['insert', 'put these entries before it'], ['remove', 'take it out']] },
      { name: 'lines', label: 'Entries, each on a line', type: 'lines', hint: 'In the place of a step stands what was recorded: change what was wrong. For the start, header lines.', filled: ({ step, how }) => (how === 'replace' ? entered[step] : ''), when: ({ how }) => how !== 'remove' },
      REASON,
      { name: 'cut', label: 'Keep what stays legal, and take the rest back', type: 'checkbox' },
      PUBLIC,
    ],
    preview: async (said) => {
      const found = await ask(`/api/matches/${match}/amend`, { method: 'POST', body: { ...bodyOf(said), preview: true } });
      return { nodes: foreseen(found), cursor: cursorOf(found) };
    },
    send: async (said, key, seen) => {
      await post(match, 'amend', bodyOf(said), key, seen.cursor);
      done('The correction is recorded.');
    },
  });
}

// A card with a link: shown once, to be scanned or copied.
function invitation(made, where) {
  const who = made.role === 'player' ? `${made.as} plays` : 'records';
  return element('figure', { class: 'invitation' },
    element('figcaption', { text: `${where}: ${who}` }),
    element('img', { src: made.qr, alt: `QR code of the link for ${where}, ${who}`, width: 220, height: 220 }),
    element('input', { value: made.link, readonly: true, 'aria-label': `The link for ${where}, ${who}`, on: { focus: (event) => event.target.select() } }),
    made.code ? element('p', { text: `Code for a second device: ${made.code}` }) : null);
}

const ONCE = 'Each link opens what it is for to whoever opens it first; on another device it asks for the code. They are shown this once: let them be scanned, or copy them. Those under “Print sheets with codes” can be shown and printed again.';

// Asks for whom links are, and shows them. `tables` are those for which they can be.
export function inviting(tables, players, done) {
  const made = [];
  asking({
    title: 'Links',
    fields: [
      { name: 'where', label: 'For', choices: [...(tables.length > 1 ? [['each', 'each of these tables']] : []), ...tables.map((one) => [one.match, one.where]), ['', 'the whole tournament']] },
      { name: 'who', label: 'Who', choices: [['table', 'scribe, sees what all see'], ['judge', 'scribe, sees everything'], ...players.map((name) => [`player ${name}`, `${name}, sees their own cards`])] },
      { name: 'hours', label: 'Hours it holds', type: 'number', min: 1, max: 336, value: '24' },
    ],
    action: 'Make links',
    send: async (said, key) => {
      const wanted = said.where === 'each' ? tables : [tables.find((one) => one.match === said.where) || { match: '', where: 'The whole tournament' }];
      const player = said.who.startsWith('player ');
      for (const one of wanted.slice(made.length)) {
        const body = { role: player ? 'player' : 'scribe', match: one.match, as: player ? said.who.slice(7) : said.who, hours: Number(said.hours) };
        const headers = { 'Idempotency-Key': `${key}-${made.length}` };
        const found = await ask(`/api/tournaments/${pathName(tournament)}/tokens`, { method: 'POST', body, headers });
        made.push({ card: invitation(found, one.where), doubts: found.doubts });
      }
      done('');
      const doubts = [...new Set(made.flatMap(({ doubts: some }) => some))];
      return [...doubts.map((text) => element('p', { class: 'warn' }, ...typed(text))), element('p', { text: ONCE }), element('div', { class: 'invitations' }, ...made.map(({ card }) => card))];
    },
  });
}

// What a ruling says and does, on a line.
function effectsOf({ text, by, adjust, forfeit }) {
  const points = Object.entries(adjust).map(([name, given]) => `${name} ${given > 0 ? '+' : ''}${given}`);
  const does = [...points, ...forfeit.map((name) => `${name} forfeits`)];
  return `${text}${does.length ? ` [${does.join('; ')}]` : ''}${by ? ` (${by})` : ''}`;
}

// Everything that can be done about the match of a table.
export async function deciding(table, done) {
  const result = await ask(`/api/matches/${table.match}/result?as=judge`);
  const choose = (text, does) => element('button', { type: 'button', text, on: { click: does } });
  const rulings = result.rulings.map((one) => element('li', {}, `${effectsOf(one)} `, choose('Withdraw', () => withdrawing(table, { ...one, text: effectsOf(one) }, done))));
  const gone = result.rulings_withdrawn.map((one) => element('li', {}, element('del', { text: effectsOf(one) }), ` withdrawn: ${one.withdrawn.reason}`));
  const void_ = [...new Set(result.confirmations_void.map(({ name }) => name))].filter((name) => !result.confirmed.includes(name));
  const said = table.objection ? [
    element('p', {}, element('strong', { text: `${table.objection.player} objects: ` }), element('q', { text: table.objection.text })),
    element('p', { text: 'Is a step wrong? Correct it. Are the scores to be others, or right as they are? Say so by a ruling, which may be words alone.' }),
  ] : [];
  const isOver = result.status === 'over';
  show(table.where, [
    ...said,
    element('p', { text: isOver ? scoresOf(result) : `${table.players.join(', ')}: ${stateOf(result.status)}` }),
    isOver ? element('p', { class: 'soft', text: result.confirmed.length ? `Agreed by ${result.confirmed.join(', ')}.` : 'Nobody has agreed to the result yet.' }) : element('span'),
    void_.length ? element('p', { class: 'warn', text: `${void_.join(', ')} agreed before, and that holds no more.` }) : element('span'),
    rulings.length || gone.length ? element('ul', {}, ...rulings, ...gone) : element('span'),
    element('p', { class: 'actions' },
      link('Watch', `/matches/${table.match}`, { class: 'button' }), link('Record as scribe', `/matches/${table.match}/scribe`, { class: 'button' }),
      choose('Ruling', () => ruling(table, scoresOf(result), done)),
      choose('Correction', () => correcting(table, done).catch((wrong) => { byId('done').textContent = wrong.message; })),
      result.status === 'abandoned'
        ? choose('Let it go on', () => ending(table, 'reopen', 'Let the match go on', done))
        : choose('Abandon', () => ending(table, 'abandon', 'Abandon the match', done)),
      choose('Links', () => inviting([table], table.players, done)),
      table.place && choose('Another match counts', table.place)),
  ]);
}
