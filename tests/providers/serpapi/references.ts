/** References of an answer. The third links to the same page as the first; the last has neither title nor snippet. */
export const references = [
  {
    title: 'Ten kayaks',
    link: 'https://www.paddlepress.example/ten?utm_source=x',
    snippet: 'All ten.',
    source: 'Paddle Press',
    index: 0,
  },
  { title: 'Forum', link: 'https://river-forum.example/1', source: 'River Forum', index: 1 },
  {
    title: 'Ten kayaks, again',
    link: 'https://paddlepress.example/ten/',
    snippet: 'Again.',
    source: 'Paddle Press',
    index: 2,
  },
  { link: 'https://harbourlab.example/', source: 'Harbour Lab', index: 3 },
];
