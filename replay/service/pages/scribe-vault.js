// Entries made with the judge's eyes may name cards that others must not see, so the disk holds them sealed. Sealing needs
// only what is on the disk; reading needs a key that the service gives to the judge's eyes, and that is never on the disk.

import { keep, read } from './scribe-kept.js';
import { freshKey } from './scribe-queue.js';

// Browsers have it by https and on this machine alone.
const { subtle } = crypto;
const CURVE = { name: 'ECDH', namedCurve: 'P-256' };
const FOR_AES = { name: 'AES-GCM', length: 256 };

const aes = () => ({ name: 'AES-GCM', iv: crypto.getRandomValues(new Uint8Array(12)) });
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (two) => parseInt(two, 16));
const shared = (own, other, use) => subtle.deriveKey({ name: 'ECDH', public: other }, own, FOR_AES, false, [use]);
const clock = (at) => new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hour12: false });

export class Vault {
  constructor(match) {
    this.place = `lock ${match}`;
    this.forget();
  }

  // `seals`: whether entries are sealed here; `knows`: whether the service has said what can be read; `words`: by the key of
  // an entry what it says, and what was answered to it.
  forget() {
    Object.assign(this, { seals: false, knows: false, seal: null, key: null, lock: null, words: new Map() });
  }

  // Whether entries are in the memory of this page alone.
  get forgets() {
    return this.seals && !this.lock;
  }

  // Takes the key from the service, null without the judge's eyes. Returns whether entries can be read that could not before.
  async unlock(seal) {
    if (this.knows && this.seal === seal) return false;
    Object.assign(this, { seals: Boolean(seal), knows: true, seal });
    if (!seal || !subtle) return true;
    const [key, pair] = await Promise.all([
      subtle.importKey('raw', bytesOf(seal), 'AES-GCM', false, ['wrapKey', 'unwrapKey']),
      subtle.generateKey(CURVE, true, ['deriveKey']),
    ]);
    const how = aes();
    const lock = { open: pair.publicKey, iv: how.iv, held: await subtle.wrapKey('pkcs8', pair.privateKey, key, how) };
    await keep(this.place, lock);
    if (this.seal === seal) Object.assign(this, { key, lock });
    return true;
  }

  // Without the service: what was sealed stays so, and what is entered now can be sealed.
  async begin() {
    this.lock = (await read(this.place)) || null;
    this.seals = true;
  }

  // An entry as the queue keeps it.
  async made(kind, body, told) {
    const entry = { key: freshKey(), kind, body, told };
    if (!this.seals) return entry;
    const { key, ...content } = entry;
    this.words.set(key, { content });
    return { key, at: Date.now(), sealed: this.lock && (await this.sealed(content)) };
  }

  async sealed(content) {
    const { open, iv, held } = this.lock;
    const [how, once] = [aes(), await subtle.generateKey(CURVE, false, ['deriveKey'])];
    const text = await subtle.encrypt(how, await shared(once.privateKey, open, 'encrypt'), new TextEncoder().encode(JSON.stringify(content)));
    return { point: await subtle.exportKey('raw', once.publicKey), iv: how.iv, text, lock: { iv, held } };
  }

  // Reads what can be read of these entries.
  async learn(items) {
    if (!this.key) return;
    for (const { key, sealed } of items) if (sealed && !this.words.has(key)) await this.opened(key, sealed).catch(() => null);
  }

  async opened(key, { point, iv, text, lock }) {
    const own = await subtle.unwrapKey('pkcs8', lock.held, this.key, { name: 'AES-GCM', iv: lock.iv }, CURVE, false, ['deriveKey']);
    const once = await subtle.importKey('raw', point, CURVE, false, []);
    const content = await subtle.decrypt({ name: 'AES-GCM', iv }, await shared(own, once, 'decrypt'), text);
    this.words.set(key, { content: JSON.parse(new TextDecoder().decode(content)) });
  }

  // As it goes to the disk: what was answered to a sealed entry may name cards too.
  kept(item) {
    if (!('sealed' in item)) return item;
    const { message, ...rest } = item;
    const known = this.words.get(item.key);
    if (known && message) Object.assign(known, { message, state: item.state });
    return { ...rest, message: '' };
  }

  // As it is shown and sent; without its words where they cannot be read.
  shown(item) {
    if (!('sealed' in item)) return item;
    const known = this.words.get(item.key);
    if (known) return { ...item, ...known.content, message: known.state === item.state ? known.message : '' };
    const nameless = { ...item, kind: null, body: null, told: `An entry noted at ${clock(item.at)}` };
    return this.knows ? { ...nameless, state: 'unread', message: this.why(item) } : nameless;
  }

  why({ sealed, tried }) {
    const sent = tried ? ' It was sent, and may be recorded.' : '';
    if (!sealed) return `What it said was only on the page that was closed: look at the match, and enter it again if it is missing.${sent}`;
    if (!this.seals) return `It was noted with the judge's eyes: open a link with those eyes here, and it is sent.${sent}`;
    return `It cannot be read any more: look at the match, and enter it again if it is missing.${sent}`;
  }
}
