// Cursors: how far a page has read the record of a match or a tournament, and which record, by the head of that version.
// The service says `reset` where a cursor does not fit its record, as after the store was restored from an older copy.

const RESET = 'The record was replaced, for example because the store was restored from an older copy. This page was loaded again: what it showed before may be missing.';

export const cursorOf = ({ version, head }) => (head ? `${version}-${head}` : `${version}`);
export const versionOf = (cursor) => Number.parseInt(cursor, 10) || 0;
// The one of two that has read more; the other may be missing.
export const later = (one, other) => (other && other.version > one.version ? other : one);

// Says on a page that it was loaded again.
export function tellReset() {
  const told = document.getElementById('reset') || document.createElement('p');
  Object.assign(told, { id: 'reset', className: 'warn', textContent: RESET });
  told.setAttribute('role', 'alert');
  document.querySelector('main').prepend(told);
}
