// A dialog that asks for what a decision needs, sends it, and says why it was refused.

import { byId, element, focusOn, freshKey, nameOf } from './frame.js';
import { plain } from './desk-words.js';

export const REASON = { name: 'reason', label: 'Reason', required: true, maxlength: 2000, hint: 'Required: it is kept with the decision.' };
// What is ticked to do what was refused.
export const ANYWAY = { name: 'anyway', label: 'Do it all the same', type: 'checkbox', onceRefused: true };
const dialog = byId('dialog');
let opener = null;

// Whoever was asked goes on where they were, even if that was drawn anew meanwhile.
dialog.addEventListener('close', () => {
  if (opener && !opener.isConnected) focusOn(document, nameOf(opener));
});

export const button = (text, does, more = {}) => element('button', { type: 'button', text, on: { click: does }, ...more });

// One thing that is asked for; what it takes is what the commands take.
function field({ name, label, type = 'text', value = '', choices, hint, rare, when, onceRefused, filled, ...more }) {
  const id = `ask-${name}`;
  if (type === 'checkbox') {
    return element('label', { class: 'check', 'data-field': name, hidden: onceRefused }, element('input', { id, name, type, checked: Boolean(value) }), element('span', { text: label }));
  }
  const about = hint ? { 'aria-describedby': `${id}-hint` } : {};
  let input;
  if (choices) {
    input = element('select', { id, name, required: Boolean(more.required), ...about }, ...choices.map(([of, text]) => element('option', { value: of, text, selected: value !== '' && of === value })));
  } else if (type === 'lines') {
    input = element('textarea', { id, name, rows: 4, ...about, ...more });
    input.value = value;
  } else {
    input = element('input', { id, name, type, value, autocomplete: 'off', ...about, ...more });
  }
  return element('div', { class: 'field', 'data-field': name },
    element('label', { for: id, text: label }), input,
    hint ? element('p', { id: `${id}-hint`, class: 'soft', text: typeof hint === 'function' ? '' : hint }) : null);
}

// What is seldom said, behind a line that opens.
function rarely(fields, rarer) {
  return fields.length ? element('details', {}, element('summary', { text: rarer }), ...fields.map(field)) : '';
}

// What is asked only where something else was said so is there only then; what follows from what else was said is `filled`
// in, until somebody writes there; a hint that is a function says what follows from it, if need be later.
function unfold(form, fields) {
  const said = read(form);
  for (const one of fields.filter(({ filled }) => filled)) {
    const input = form.elements[one.name];
    if (!input.dataset.written) input.value = one.filled(said);
  }
  for (const one of fields.filter(({ hint }) => typeof hint === 'function')) follow(form.querySelector(`#ask-${one.name}-hint`), one.hint(said));
  for (const one of fields.filter(({ when }) => when)) form.querySelector(`[data-field="${one.name}"]`).hidden = !one.when(said);
}

// Shows what is found out, unless something else was said meanwhile.
async function follow(place, told) {
  place.told = told;
  const text = await told;
  if (place.told === told) place.textContent = text;
}

// What overrides a refusal is there once a refusal names it.
function offerOverride(form, fields, message) {
  for (const one of fields) if (one.onceRefused && message.includes(one.label)) form.querySelector(`[data-field="${one.name}"]`).hidden = false;
}

function read(form) {
  const said = {};
  for (const input of form.elements) {
    if (input.name) said[input.name] = input.type === 'checkbox' ? input.checked : input.value.trim();
  }
  return said;
}

// Asks; `send(said, key)` does it, and throws what is to be said. What it returns is shown before the dialog is closed.
export function asking({ title, fields = [], about = [], action = 'Record it', rarer = 'More', send, preview, refused = '' }) {
  const wrong = element('p', { class: 'warn', role: 'alert', text: plain(refused) });
  const shown = element('div', { 'aria-live': 'polite' });
  const go = element('button', { type: 'submit', class: 'main', text: preview ? 'Preview' : action });
  const back = element('button', { type: 'button', text: 'Cancel', on: { click: () => dialog.close() } });
  const form = element('form', { method: 'dialog' },
    element('h2', { id: 'dialog-title', text: title, tabindex: '-1' }), ...about, ...fields.filter((one) => !one.rare).map(field), rarely(fields.filter((one) => one.rare), rarer), shown,
    // Always in view: why something was refused, with what sends it.
    element('div', { class: 'foot' }, wrong, element('p', { class: 'actions' }, go, back)));
  // The same words keep their key, whatever was answered: refused, it is free, and else nothing is doubled.
  let key = freshKey();
  let ready = null;

  unfold(form, fields);
  offerOverride(form, fields, wrong.textContent);
  form.addEventListener('input', ({ target }) => {
    target.dataset.written = 'yes';
    unfold(form, fields);
    key = freshKey();
    ready = null;
    shown.replaceChildren();
    if (preview) go.textContent = 'Preview';
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    wrong.textContent = '';
    form.setAttribute('aria-busy', 'true');
    go.disabled = true;
    try {
      if (preview && !ready) {
        ready = await preview(read(form));
        shown.replaceChildren(...ready.nodes);
        go.textContent = action;
        shown.scrollIntoView({ block: 'nearest' });
      } else {
        const left = await send(read(form), key, ready);
        if (left) show(title, left);
        else dialog.close();
      }
    } catch (trouble) {
      wrong.textContent = plain(trouble.message);
      offerOverride(form, fields, wrong.textContent);
      if (trouble.status === 409) {
        ready = null;
        if (preview) go.textContent = 'Preview';
      }
    } finally {
      form.removeAttribute('aria-busy');
      go.disabled = false;
    }
  });
  open(form);
}

// Shows something that is only read.
export function show(title, nodes) {
  const close = element('button', { type: 'button', text: 'Close', on: { click: () => dialog.close() } });
  open(element('div', {}, element('h2', { id: 'dialog-title', text: title, tabindex: '-1' }), ...nodes, element('p', { class: 'actions' }, close)));
}

function open(content) {
  dialog.replaceChildren(content);
  if (!dialog.open) {
    opener = document.activeElement;
    dialog.showModal();
  }
  (dialog.querySelector('input, select, textarea') || byId('dialog-title')).focus();
}
