// Links that hold, and devices that opened them: to whom they open what, and how they are ended.

import { ask, element, pathName } from './frame.js';
import { asking, button } from './desk-asking.js';
import { isOnPaper, timeIn } from './telling.js';

const api = `/api/tournaments/${pathName(document.body.dataset.tournament)}`;

// Where links of a match are for: its round and table, also where the result there came from paper, to which players agree.
export const placesOf = (rounds) => new Map(rounds.flatMap(({ round, tables }) => tables.flatMap((one) => {
  const where = `round ${round}, table ${one.table}`;
  return [[one.match, where], ...(isOnPaper(one) ? [[where, where]] : [])];
})));

// Who a link is for, and where; of whoever was called otherwise since, the name of today.
function holder(one, places) {
  const said = one.round && one.table ? `round ${one.round}, table ${one.table}` : '';
  const where = one.match ? places.get(one.match) || places.get(said) || `${said ? `${said}, ` : ''}a match that does not count` : 'the whole tournament';
  const does = { director: 'directs', scribe: `records${one.as === 'judge' ? ', sees everything' : ''}`, player: `${one.player || one.as} plays` };
  return `${where}: ${does[one.role]}`;
}

export function linkRow(one, places, done) {
  const text = `${holder(one, places)}, until ${timeIn(one.until)}`;
  return element('li', {}, element('span', { text }), button('End', () => asking({
    title: 'End this link', about: [element('p', { text })], action: 'End it',
    send: async () => {
      await ask(`${api}/tokens/${one.id}`, { method: 'DELETE' });
      done('The link opens nothing any more.');
    },
  }), { 'aria-label': `End: ${text}` }));
}

export function deviceRow(one, places, done) {
  const text = `${holder(one, places)}, on ${one.browser}${one.own ? ' (this browser)' : ''}`;
  const when = one.refused ? `refused ${timeIn(one.since)}` : `since ${timeIn(one.since)}${one.seen && !one.ended ? `, last seen ${timeIn(one.seen)}` : ''}`;
  const odd = [one.refused && 'tried to open a link that was opened before', one.several && 'this link was opened on several devices'].filter(Boolean);
  return element('li', {},
    element('span', {}, element(one.ended ? 'del' : 'span', { text }), element('span', { class: 'soft', text: ` ${when}${one.ended ? ', ended' : ''} (${one.token})` }),
      odd.length ? element('strong', { class: 'warn', text: ` ${odd.join('; ')}` }) : null),
    one.refused || one.ended ? null : button('End', () => asking({
      title: 'End this device', about: [element('p', { text: `${text}, ${when}` }), one.own && element('p', { class: 'warn', text: 'This is the browser that you use: the desk closes here, and its link opens again only with the code that was beside it.' })].filter(Boolean), action: 'End it',
      send: async () => {
        await ask(`${api}/devices/${one.id}`, { method: 'DELETE' });
        done('The device opens nothing any more. Its link may still open on another one with its code: end that too where it is lost.');
      },
    }), { 'aria-label': `End the device: ${text}, ${when}` }));
}
