import { expect, test } from 'vitest';
import { isCovered } from '#lib/core/language-coverage';
import { getLanguageCoverage } from '#lib/dashboard/scoring/language-coverage';
import { describeLanguageCoverage } from '#lib/format/language-coverage';
import { measureCoverage } from '#scripts/bench/language-coverage';
import table from '../../../lib/dashboard/scoring/language-coverage.json' with { type: 'json' };

test('the table of the measurement card is what the benchmark measures (npm run bench -- mentions --write)', () => {
  expect(table).toEqual(measureCoverage());
});

test('a language is covered with at least 40 labeled mentions of which at least 90% are found', () => {
  expect(isCovered({ mentions: 40, precision: 1, recall: 0.9 })).toBe(true);
  expect(isCovered({ mentions: 39, precision: 1, recall: 1 })).toBe(false);
  expect(isCovered({ mentions: 40, precision: 1, recall: 0.899 })).toBe(false);
  expect(isCovered(getLanguageCoverage('xx').measured)).toBe(false);
});

test.each([
  [
    'hu',
    { mentions: 78, precision: 0.99, recall: 0.92 },
    /^Hungarian: 92% of 78 labeled mentions are found; 99%/,
  ],
  [
    'th',
    { mentions: 69, precision: 1, recall: 0.7 },
    /^Mentions in Thai are missed too often: only 70% of 69 /,
  ],
  [
    'sw',
    { mentions: 1, precision: 1, recall: 1 },
    /^Mentions in Swahili are not measured: only 1 mention in it is /,
  ],
  ['sw', null, /^Mentions in Swahili are not measured: no sentence in it is labeled\.$/],
  [null, null, /^The language of some prompts is unknown/],
])('describes the coverage of %s', (language, measured, text) => {
  expect(describeLanguageCoverage({ language, measured })).toEqual({
    text: expect.stringMatching(text),
    isWarning: language !== 'hu',
  });
});
