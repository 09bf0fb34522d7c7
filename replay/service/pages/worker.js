// Opens the scribe's page where the service is not reached: its files as they were kept, all of one version. The service
// writes STAMP, which tells the version, and FILES before this. What is asked of the API goes by here untouched.

const KIND = 'ludograph ';
const CACHE = `${KIND}${STAMP}`;
const PATIENCE = 3000;
const ROOT = new URL('.', self.location).pathname;

// The address of a scribe's page, without what stands behind it; null for anything else.
function pageAt(address) {
  const { origin, pathname } = new URL(address);
  const place = pathname.startsWith(`${ROOT}matches/`) ? pathname.slice(`${ROOT}matches/`.length) : '';
  return origin === self.location.origin && /^[^/]+\/scribe$/.test(place) ? origin + pathname : null;
}

const ours = async () => (await caches.keys()).filter((name) => name.startsWith(KIND));

// The pages that are open or were kept are fetched anew, so that they name these files.
async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES);
  const open = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  const held = await Promise.all((await ours()).map(async (name) => (await caches.open(name)).keys()));
  const pages = [...open, ...held.flat()].map(({ url }) => pageAt(url)).filter(Boolean);
  await Promise.all([...new Set(pages)].map((page) => cache.add(new Request(page, { credentials: 'same-origin' }))));
}

async function fetched(request, page) {
  const answer = await fetch(request);
  const cache = await caches.open(CACHE);
  // A page that names other files is kept by the worker that has them.
  if (answer.ok && !answer.redirected && (await answer.clone().text()).includes(STAMP)) {
    // The files are gone if the links of this browser were forgotten since.
    if (!(await cache.match(FILES[0]))) await cache.addAll(FILES);
    await cache.put(page, answer.clone());
  }
  return answer;
}

// As the service has it, and as it was kept where that takes too long.
async function opened(request, page) {
  const fresh = fetched(request, page);
  fresh.catch(() => null);
  const kept = await caches.match(page);
  if (!kept) return fresh;
  const late = new Promise((done) => { setTimeout(() => done(kept), PATIENCE); });
  return Promise.race([fresh.then((answer) => (answer.status >= 500 ? kept : answer)).catch(() => kept), late]);
}

self.addEventListener('install', (event) => event.waitUntil(keep().then(() => self.skipWaiting())));

self.addEventListener('activate', (event) => event.waitUntil((async () => {
  await Promise.all((await ours()).filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
})()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const page = request.mode === 'navigate' ? pageAt(request.url) : null;
  if (page) event.respondWith(opened(request, page));
  else if (FILES.includes(new URL(request.url).pathname)) event.respondWith(caches.match(request).then((kept) => kept || fetch(request)));
});
