// What the scores are made of: a table of each part, what it pays and what everybody has of it, with the cards.

function partCell([amount, codes = []]) {
  const cell = element('td');
  if (amount === undefined) return cell;
  cell.append(element('b', { text: amount }));
  for (const code of codes) cell.append(' ', mention(code, code));
  return cell;
}

function partRow([label, why, cells]) {
  const heading = element('th', { scope: 'row' }, ...inTerms(label));
  if (why) heading.append(element('span', { text: `, ${why}` }));
  return element('tr', {}, heading, ...cells.map(partCell));
}

// Nothing where a score is of one piece.
function partTable({ parts = [], ranking }) {
  if (!parts.length) return [];
  const names = ranking.map(([, seat]) => element('th', { scope: 'col' }, nameOf(seat)));
  const heads = element('tr', {}, element('td'), ...names);
  const rows = element('table', {}, element('thead', {}, heads), element('tbody', {}, ...parts.map(partRow)));
  const frame = element('div', { class: 'across', tabindex: '0', role: 'group', 'aria-label': 'The parts of the scores' }, rows);
  return [element('details', { class: 'parts' }, element('summary', { text: 'Part by part, with the cards' }), frame)];
}
