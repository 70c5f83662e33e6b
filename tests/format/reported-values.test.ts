import { expect, test } from 'vitest';
import { describeStructure } from '#lib/format/reported-values';

test.each([
  [undefined, null],
  [{ known: 340, without: 0 }, null],
  [{ known: 340, without: 12 }, '12 of 340 answers are stored without structure and rank in text order.'],
  [
    { known: 300, without: 12 },
    '12 of 300 answers are stored without structure and rank in text order; for 40 more, this is unknown.',
  ],
  [
    { known: 0, without: 0 },
    'It is unknown how many answers are stored without structure and rank in text order.',
  ],
])('describes how many of 340 answers are stored without structure: %o', (structure, text) => {
  expect(describeStructure(structure, 340)).toBe(text);
});
