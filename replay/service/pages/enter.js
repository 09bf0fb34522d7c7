// Exchanges the token, out of the part of the address that is never sent, for a secret of this browser. Browsers write the
// address into their history as soon as the page is there: what stands in it opens nothing after the exchange.

import { Trouble, ask, byId, freshKey, pathName, root } from './frame.js';

const token = location.hash.slice(1);
const asked = new URLSearchParams(location.search);
const ON_AIR = ['overlay', 'commentary'];
history.replaceState(null, '', location.pathname);
// By it the service knows this page again, should its answer be lost.
const attempt = freshKey();

// Where somebody with this token wants to be: a streaming program names one of two pages, with what that shall show.
function placeOf({ role, match, tournament }) {
  const shown = asked.get('match') || match;
  if (ON_AIR.includes(asked.get('to')) && shown) {
    const more = new URLSearchParams([...asked].filter(([name]) => name !== 'to' && name !== 'match'));
    return `${root}/matches/${pathName(shown)}/${asked.get('to')}?${more}`;
  }
  if (role === 'director') return tournament ? `${root}/tournaments/${tournament}/desk` : `${root}/`;
  if (match && role === 'player') return `${root}/matches/${match}/${asked.get('to') === 'play' ? 'play' : 'seat'}`;
  if (match) return `${root}/matches/${match}/scribe`;
  return tournament ? `${root}/tournaments/${tournament}` : `${root}/`;
}

async function enter() {
  byId('again').hidden = true;
  try {
    const body = { token, attempt, code: byId('code').value };
    location.replace(placeOf(await ask('/api/session', { method: 'POST', body })));
  } catch (wrong) {
    if (!(wrong instanceof Trouble)) throw wrong;
    byId('told').textContent = wrong.message;
    byId('again').hidden = wrong.status !== 0;
    byId('ask').hidden = !wrong.said.code;
    if (wrong.said.code) {
      byId('code').value = '';
      byId('code').focus();
    }
  }
}

byId('again').addEventListener('click', enter);
byId('ask').addEventListener('submit', (event) => {
  event.preventDefault();
  enter();
});
if (token) enter();
else byId('told').textContent = 'There is no token in this link: scan the code again, or ask for the whole link.';
