import { expect, test } from 'vitest';
import { labelAnswerFilters, summarizeAnswers } from '#lib/contract/filters/answer-filters';

test.each([
  [{}, '5 answers'],
  [{ mentioned: 'a' }, '5 answers mentioning Ab'],
  [
    { mentioned: 'a', cites: 'news.example', search: 'x' },
    '5 answers mentioning Ab, citing news.example and containing “x”',
  ],
  [{ rank: { brandId: 'a', rank: 3 } }, '5 answers ranking Ab third'],
  [
    { rank: { brandId: 'a', rank: 10 }, unbranded: true },
    '5 answers to unbranded prompts, ranking Ab 10th or later',
  ],
  [{ unbranded: true, run: 'r' }, '5 answers to unbranded prompts and from one run'],
])('describes answers filtered by %j', (filters, expected) => {
  expect(
    summarizeAnswers(
      '5 answers',
      labelAnswerFilters(filters, () => 'Ab'),
    ),
  ).toBe(expected);
});
