import { expect, test } from 'vitest';
import {
  changePageFilters,
  describeSelection,
  filterKeys,
  hasSelection,
  listChangedParameters,
  loadSelection,
  noDays,
  noSelection,
} from '#lib/contract/filters/page-filters';

const [own, competitor] = ['01234567-89ab-4cde-8f01-23456789abcd', '11234567-89ab-4cde-8f01-23456789abcd'];
const names = {
  brands: [
    { id: own, name: 'Tarnhoof' },
    { id: competitor, name: 'Grumblefell' },
  ],
};

test.each([
  ['', []],
  ['days=7&compare=none', []],
  [`brand=${own}`, []],
  [`brand=${competitor}&branded=with`, ['brand Grumblefell', 'branded prompts included']],
  ['engine=chat&country=JP&country=DE', ['ChatGPT', 'in Japan and Germany']],
  ['topic=a&tag=x&tag=y', ['topic a', 'tags x and y']],
  [`prompt=${own}&branded=only`, ['1 selected prompt', 'branded prompts only']],
])('describes the filters %s', (query, expected) => {
  expect(describeSelection(loadSelection(new URLSearchParams(query)), names)).toEqual(expected);
});

test('recognizes whether any filter other than the days is set', () => {
  const isSet = (query: string) => hasSelection(loadSelection(new URLSearchParams(query)));
  expect(['', 'days=7', 'engine=bing', 'branded=without'].some(isSet)).toBe(false);
  expect(['engine=chat', 'tag=a', `brand=${own}`, 'branded=only'].every(isSet)).toBe(true);
});

test('changes filters and keeps other parameters', () => {
  const parameters = new URLSearchParams('words=a+%26+b&engine=gen&engine=chat&days=7');
  const changed = changePageFilters(parameters, { engines: ['social'], days: null, tags: [] });
  expect(changed.toString()).toBe('words=a+%26+b&engine=social');
  expect(parameters.getAll('engine')).toEqual(['gen', 'chat']);
});

test('lists changed parameters, and those that are removed without values', () => {
  expect(listChangedParameters({ calendarPeriod: null, from: '2026-11-01', topics: ['a', 'b'] })).toEqual({
    period: [],
    from: ['2026-11-01'],
    topic: ['a', 'b'],
  });
  const removed = { ...listChangedParameters(noDays), ...listChangedParameters(noSelection) };
  expect(Object.keys(removed).toSorted()).toEqual(filterKeys.toSorted());
  expect(Object.values(removed).flat()).toEqual([]);
});
