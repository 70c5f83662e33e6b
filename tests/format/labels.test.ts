import { expect, test } from 'vitest';
import {
  formatCountry,
  formatCountryInSentence,
  formatDomainType,
  formatEngine,
  formatList,
} from '#lib/format/labels';

test('names countries and leaves unknown codes as they are', () => {
  expect(['JP', 'DE', 'US'].map(formatCountry)).toEqual(['Japan', 'Germany', 'United States']);
  expect(['', 'jp', 'QQ', 'USA'].map(formatCountry)).toEqual(['', 'jp', 'QQ', 'USA']);
});

test.each([
  ['JP', 'Japan'],
  ['US', 'the United States'],
  ['NL', 'the Netherlands'],
])('names %s in a sentence as %s', (code, words) => {
  expect(formatCountryInSentence(code)).toBe(words);
});

test('joins names in a sentence', () => {
  expect([[], ['A'], ['A', 'B'], ['A', 'B', 'C']].map(formatList)).toEqual([
    '',
    'A',
    'A and B',
    'A, B and C',
  ]);
});

test('labels engines and domain types', () => {
  expect(['chat', 'unknown'].map(formatEngine)).toEqual(['Chat', 'unknown']);
  expect(formatDomainType('reviews')).toBe('Reviews');
});
