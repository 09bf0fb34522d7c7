// What stands over the table and in the help: the game, its players, whose eyes these are, the signs.

const KNOWS = / knows it$/;

function fillHeader() {
  const { game, players, eyes, where } = record.about;
  byId('game').textContent = game;
  const names = players.flatMap((name, place) => [place ? ', ' : '', element('bdi', { text: name })]);
  const places = where.flatMap(([name, text]) => [' ', element('span', { class: 'place' }, name === 'event' ? '' : `${name} `, element('bdi', { text }))]);
  byId('about').append(element('span', { class: 'names' }, ...names), ...places);
  byId('eyes').title = `As ${eyes}`;
  byId('eyes').append(`As ${eyes.replace(KNOWS, '')}`, element('span', { class: 'knows', text: KNOWS.exec(eyes)?.[0] || '' }));
  tellAbandoned(record.about.abandoned);
  byId('pages').textContent = hasRounds ? 'a round back, a round on' : `${PAGE} steps back, ${PAGE} steps on`;
  byId('of').textContent = `of ${last}`;
  for (const pace of PACES) byId('pace').append(element('option', { text: `${pace} s` }));
  asBefore();
  fillSigns();
}

// That the match will not be finished stands there at every step, so that nobody waits for more of it.
function tellAbandoned(text) {
  byId('abandoned').textContent = text;
  byId('abandoned').hidden = !text;
}

const MARKS = [
  ['note', 'a remark'], ['takeback', 'steps were taken back'], ['correction', 'steps were put right'],
  ['ruling', 'a ruling, or another word of an official'], ['think', 'somebody thought for long'],
  ['judgement', 'an error, as it was judged'], ['judgement good', 'the one good move, as it was judged'],
];

function fillSigns() {
  const signs = [
    [card(UNKNOWN), 'a card that lies face down, or that these eyes have not seen'],
    [rim(), 'the rim of a card that lies face down, though these eyes know its face'],
    [card(UNKNOWN, { mark: 'moved' }), 'what moved has a ring round it; an arrow leads there from where it lay'],
    [card(UNKNOWN, { mark: 'named' }), 'a broken ring: a card that is told of, counted or compared where it lies'],
    ...MARKS.map(([kind, text]) => [element('span', { class: `mark-sign ${kind}` }), `on the timeline: ${text}`]),
  ];
  signs.push([element('span', { text: '—' }), `the lines over the timeline: what everybody had so far, drawn as the line under each name in the scoreboard; whoever is ahead is on top: with the ${record.glance.fewest ? 'fewest' : 'most'}`]);
  for (const [picture, text] of signs) byId('signs').append(element('dt', {}, picture), element('dd', { text }));
}
