// One stream for all pages of a browser: each says what it follows, and is told that alone.

import { Stream } from './stream.js';

const stream = new Stream(location.pathname.split('/static/')[0]);
let ports = 0;

addEventListener('connect', ({ ports: [port] }) => {
  ports += 1;
  const name = `${ports} `;
  port.addEventListener('message', ({ data: { follow, topic, since, leave } }) => {
    if (leave !== undefined) stream.remove(name + leave);
    if (follow === undefined) return;
    stream.add(name + follow, {
      topic,
      since,
      message: (message) => port.postMessage({ key: follow, message }),
      state: (state, why) => port.postMessage({ key: follow, state, why }),
    });
  });
  port.start();
  port.postMessage({ ready: true });
});
