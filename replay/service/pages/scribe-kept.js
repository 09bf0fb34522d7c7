// What this browser keeps: on its disk before anything is said of it, and one change after the other in all of its tabs.

const NAME = 'ludograph';
const PLACE = 'kept';
const SURE = 'ludograph records at once';
// What open pages are told when the links of this browser are forgotten.
export const FORGOTTEN = 'forgotten';
const news = 'BroadcastChannel' in self ? new BroadcastChannel(NAME) : null;
// What was read or written last: all there is in a browser that keeps nothing.
const last = new Map();
let opened = null;
let lasts = true;

function database() {
  opened = opened || new Promise((done, failed) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(PLACE);
    asked.onerror = () => failed(asked.error);
    asked.onsuccess = () => {
      asked.result.onclose = () => { opened = null; };
      done(asked.result);
    };
  });
  return opened;
}

// Whether what is kept is there when the browser is opened again.
export const isLasting = () => lasts;

// Puts in the place of what is kept under a key what `how` makes of it, and tells that once it is on the disk.
export async function change(key, how) {
  let made;
  try {
    const base = await database();
    made = await new Promise((done, failed) => {
      const work = base.transaction(PLACE, 'readwrite', { durability: 'strict' });
      const held = work.objectStore(PLACE);
      const asked = held.get(key);
      let found;
      asked.onsuccess = () => {
        found = how(asked.result);
        if (found === undefined) held.delete(key);
        else held.put(found, key);
      };
      work.oncomplete = () => done(found);
      work.onabort = () => failed(work.error);
    });
    lasts = true;
  } catch {
    opened = null;
    lasts = false;
    made = how(last.get(key));
  }
  last.set(key, structuredClone(made));
  if (news) news.postMessage(key);
  return made;
}

export const keep = (key, value) => change(key, () => value);

export async function read(key) {
  try {
    const base = await database();
    const found = await new Promise((done, failed) => {
      const asked = base.transaction(PLACE).objectStore(PLACE).get(key);
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => failed(asked.error);
    });
    last.set(key, found);
    return structuredClone(found);
  } catch {
    lasts = false;
    return structuredClone(last.get(key));
  }
}

async function remove(which) {
  const base = await database();
  await new Promise((done, failed) => {
    const work = base.transaction(PLACE, 'readwrite', { durability: 'strict' });
    work.objectStore(PLACE).openCursor().onsuccess = ({ target: { result: cursor } }) => {
      if (!cursor) return;
      if (which(cursor.value)) cursor.delete();
      cursor.continue();
    };
    work.oncomplete = done;
    work.onabort = () => failed(work.error);
  });
  last.clear();
}

// Deletes what this browser keeps: desks, keys and pages. Entries not yet sent stay. Pages that are open are told first.
export async function forget() {
  if (news) news.postMessage(FORGOTTEN);
  const pages = 'caches' in self ? await caches.keys() : [];
  await Promise.all(pages.filter((name) => name.startsWith(`${NAME} `)).map((name) => caches.delete(name)));
  await remove((value) => !value?.items?.length);
}

// Deletes what was stored by links that have ended since.
export const sweep = () => remove((value) => value?.ends && value.ends <= Date.now());

// Calls whenever another tab changed what is kept under a key.
export function hear(key, changed) {
  if (news) news.addEventListener('message', ({ data }) => data === key && changed());
}

// Asks the browser not to make room with what is kept here, and to open this page without the service.
export function settle(root) {
  if (navigator.storage && navigator.storage.persist) navigator.storage.persist().catch(() => null);
  if (navigator.serviceWorker) navigator.serviceWorker.register(`${root}/worker.js`, { scope: `${root}/matches/` }).catch(() => null);
}

// A browser that keeps nothing is asked every time.
export function remembered() {
  try {
    return localStorage.getItem(SURE);
  } catch {
    return null;
  }
}

export function remember(is) {
  try {
    localStorage.setItem(SURE, is);
  } catch { /* Nothing is kept here. */ }
}
