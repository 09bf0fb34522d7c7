// A tournament is opened: its name, and what counts in it; its desk follows.

import { asking } from './desk-asking.js';
import { countFields, countIn } from './desk-fields.js';
import { ask, byId, root } from './frame.js';

// As most evenings count; the tie-breaks are those of the program.
const USUAL = { scoring: 'places=5,3,1', tie_breaks: document.body.dataset.breaks.split(',') };

async function send({ name, bye, ...said }, key) {
  const body = { name, bye: bye ? bye.replace(',', '.') : null, ...countIn(said) };
  const { tournament } = await ask('/api/tournaments', { method: 'POST', body, headers: { 'Idempotency-Key': key } });
  location.assign(`${root}/tournaments/${tournament}/desk`);
}

const begin = () => asking({
  title: 'A new tournament',
  fields: [
    { name: 'name', label: 'Name', required: true, maxlength: 100, hint: 'As all will read it, such as Club Evening.' },
    ...countFields(USUAL).map((one) => (one.name.startsWith('break-') ? { ...one, rare: true } : one)),
    { name: 'bye', label: 'A bye is worth', rare: true, maxlength: 12, hint: 'For who sits out a round. Left out: as much as a win.' },
  ],
  action: 'Open it', rarer: 'Ties and byes', send,
});

byId('begin').addEventListener('click', begin);
begin();
