import { expect, test } from 'vitest';
import { describeSources } from '#components/answers/answers-list';

test.each([
  { sourceCount: 3, citedCount: 2, text: '3 sources, 2 cited' },
  { sourceCount: 1, citedCount: 0, text: '1 source, 0 cited' },
  { sourceCount: 4, citedCount: null, text: '4 sources' },
])('describes $sourceCount sources, $citedCount of them cited, as "$text"', ({ text, ...answer }) => {
  expect(describeSources(answer)).toBe(text);
});
