// Following what is played: all pages of a browser share one connection, for over HTTP/1.1 it opens six at most.
//
//   const stop = follow(topic, onMessage, onStatus, since);
//
// topic      'lobby', 'tournament/NAME', or of a match 'match/ID/EYES', 'page/ID/EYES', 'board/ID/EYES'
// onMessage  is given each message: its `event`, and what its data say. Those of a match have a `version` and its `head`,
//            and come once and in order, from after the cursor `since` on, over lost connections too; those of lists say
//            to look again. The event `reset` says that the cursor does not fit the record any more: what is shown is to
//            be loaded again, and all messages come from the start.
// onStatus   is given 'live', 'lost' (it tries again by itself) or 'refused', and for the last a sentence; only changes.
//            A sign of life comes every five seconds, so that 'lost' is said eight seconds after the last at most.

import { Stream, sinceAfter } from './stream.js';

const root = new URL(import.meta.url).pathname.split('/static/')[0];
const READY = 4000;
const kept = new Map();
let keys = 0;
let begin = null;

function give(key, { message, state, why }) {
  const one = kept.get(key);
  if (!one) return;
  if (message) {
    one.since = sinceAfter(message, one.since);
    one.onMessage(message);
  } else {
    one.onStatus(state, why);
  }
}

// A connection of this page's own: where there are no shared workers, one page is looked at at a time, and a page that
// nobody looks at lets its connection go.
function own() {
  const stream = new Stream(root);
  const add = (key, { topic, since }) => stream.add(key, {
    topic, since, message: (message) => give(key, { message }), state: (state, why) => give(key, { state, why }),
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) stream.close();
    else stream.openSoon(0);
  });
  return { add, remove: (key) => stream.remove(key) };
}

function shared() {
  return new Promise((done) => {
    const fail = () => done(null);
    try {
      const worker = new SharedWorker(new URL('./stream-worker.js', import.meta.url), { type: 'module' });
      worker.addEventListener('error', fail);
      worker.port.addEventListener('message', ({ data }) => {
        if (data.ready) {
          done({
            add: (key, { topic, since }) => worker.port.postMessage({ follow: key, topic, since }),
            remove: (key) => worker.port.postMessage({ leave: key }),
          });
        } else {
          give(data.key, data);
        }
      });
      worker.port.start();
      setTimeout(fail, READY);
    } catch {
      fail();
    }
  });
}

const connection = () => (begin ??= shared().then((found) => found || own()));

export function follow(topic, onMessage, onStatus = () => {}, since = 0) {
  keys += 1;
  const key = keys;
  const one = { topic, since, onMessage, onStatus };
  kept.set(key, one);
  connection().then((found) => kept.has(key) && found.add(key, one));
  return () => {
    kept.delete(key);
    connection().then((found) => found.remove(key));
  };
}

// A page that is left lets go of what it follows; one that is come back to goes on after what it was told last.
addEventListener('pagehide', () => begin?.then((found) => [...kept.keys()].forEach(found.remove)));
addEventListener('pageshow', ({ persisted }) => persisted && begin?.then((found) => kept.forEach((one, key) => found.add(key, one))));
