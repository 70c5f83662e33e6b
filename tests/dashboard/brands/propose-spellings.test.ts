import { expect, test } from 'vitest';
import { proposeSpellings } from '#lib/dashboard/brands/propose-spellings';

const rules = { aliases: [], matchCase: false, requiredContext: [], excludedContext: [] };

test.each([
  ['Gap Inc.', ['Gap']],
  ['Which?', ['Which']],
  ["Wendy's", ['Wendy']],
  ['monday.com', ['monday']],
  ['The Honest Company', ['Honest']],
  ['Northway GmbH', []],
  ['Demand IQ', []],
  ['Yahoo!', []],
])('proposes spellings of %s that the matcher does not find by itself', (name, expected) => {
  expect(proposeSpellings({ ...rules, name })).toEqual(expect.arrayContaining(expected));
  if (expected.length === 0) expect(proposeSpellings({ ...rules, name })).toEqual([]);
});

test('proposes nothing that is already an alias', () => {
  expect(proposeSpellings({ ...rules, name: 'Gap Inc.', aliases: ['Gap'] })).toEqual([]);
});
