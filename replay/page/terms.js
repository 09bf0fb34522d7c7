// Words of the game in what is told: each leads to the rule that explains it.

const rules = document.getElementById('rules');
// Names of players and of the game are not looked at, nor is what somebody says.
const termIn = (() => {
  const names = [...record.about.players, record.about.game].filter((name) => !record.terms.some(([term]) => term === name));
  const passed = ['“.*', ...names.sort((one, other) => other.length - one.length).map(literally)];
  const either = [`(?:${passed.join('|')})`, ...record.terms.map(([, form]) => `(${form})`)];
  return new RegExp(`(?<![\\p{L}\\d])(?:${either.join('|')})(?![\\p{L}\\d])`, 'gsu');
})();

// The terms in a text: where each begins, how it is written there, and the number of what explains it.
function termsIn(text) {
  const found = [];
  for (const match of text.matchAll(termIn)) {
    const which = match.indexOf(match[0], 1) - 1;
    const rule = which < 0 ? null : record.terms[which][2];
    if (rule !== null) found.push([match.index, match[0], rule]);
  }
  return found;
}

// A text with each term in it as a button; one that is broken where the line ends.
function inTerms(text) {
  const parts = [];
  let from = 0;
  for (const [start, word, rule] of termsIn(text)) {
    parts.push(text.slice(from, start));
    parts.push(element('a', { role: 'button', tabindex: '-1', class: 'term', 'aria-haspopup': 'dialog', 'data-rule': rule, text: word }));
    from = start + word.length;
  }
  return [...parts, text.slice(from)].filter(Boolean);
}

// A rule in which what is typed stands between backticks.
function typeset(text) {
  return text.split('`').map((part, at) => (at % 2 ? element('code', { text: part }) : part));
}

function showRules(found) {
  const words = new Map();
  for (const [, word, rule] of found) words.set(rule, new Map([...(words.get(rule) || []), [word.toLowerCase(), word]]));
  const told = [...words].flatMap(([rule, forms]) => {
    const [label, text] = record.rules[rule];
    return [element('dt', {}, [...forms.values()].join(', '), ' ', element('span', { text: label })), element('dd', {}, ...typeset(text))];
  });
  byId('explained').replaceChildren(...(told.length ? told : [element('dd', { text: 'No word of the game stands here.' })]));
  rules.showModal();
  byId('rules-heading').focus();
  rules.scrollTop = 0;
}

// The rules of all words of the game in what is told of this step.
function toggleRules() {
  if (rules.open) return rules.close();
  const read = ['title', 'ending', 'told', ...(byId('choices').open ? ['open'] : [])].map(byId).filter((one) => !one.hidden);
  const texts = read.flatMap((one) => [...one.querySelectorAll('p, li')].map((line) => line.textContent));
  return showRules([byId('title').textContent, ...texts].flatMap(termsIn));
}

function showRuleOf(one) {
  showRules([[0, one.textContent, Number(one.dataset.rule)]]);
}

function clickedTerm(event) {
  const one = event.target.closest?.('[data-rule]');
  if (one) byHand(showRuleOf)(one);
}

function pressedTerm(event) {
  const one = event.target.closest?.('[data-rule]');
  if (!one) return;
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Enter' || event.key === ' ') byHand(showRuleOf)(one);
  else if (way) goAmong(one.closest('#now, #table'), '[data-rule]', one, way);
  else return;
  event.preventDefault();
}

document.addEventListener('click', clickedTerm);
document.addEventListener('keydown', pressedTerm);
