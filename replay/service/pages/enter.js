// Takes the token out of the part of the address that is never sent, and shows it to the service once.

const { root } = document.body.dataset;
const told = document.getElementById('told');
const token = location.hash.slice(1);
history.replaceState(null, '', location.pathname);

// Where somebody with this token wants to be.
function placeOf({ role, match, tournament }) {
  if (role === 'director') return tournament ? `${root}/tournaments/${tournament}/desk` : `${root}/`;
  if (match) return role === 'scribe' ? `${root}/matches/${match}/scribe` : `${root}/matches/${match}`;
  return tournament ? `${root}/tournaments/${tournament}` : `${root}/`;
}

async function enter() {
  if (!token) {
    told.textContent = 'There is no token in this link: scan the code again, or ask for the whole link.';
    return;
  }
  try {
    const answer = await fetch(`${root}/api/session`, {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ token }),
    });
    const found = await answer.json();
    if (answer.ok) location.replace(placeOf(found));
    else told.textContent = found.message;
  } catch {
    told.textContent = 'The service cannot be reached: check the network, and open the link again.';
  }
}

enter();
