import { expect, it } from 'vitest';
import { findNewItems, updateStableList } from '#components/answers/stable-list';

const list = (...ids: string[]) => ids.map((id) => ({ id }));

it.each([
  { shown: ['b', 'a'], latest: ['c', 'b', 'a'], updated: ['b', 'a', 'c'], waiting: [] },
  { shown: ['c', 'b', 'a'], latest: ['d', 'c', 'b'], updated: ['c', 'b', 'a'], waiting: ['d'] },
  { shown: ['a'], latest: ['d', 'c', 'b'], updated: ['a', 'd', 'c'], waiting: ['b'] },
  { shown: ['b', 'a'], latest: ['b'], updated: ['b', 'a'], waiting: [] },
  { shown: [], latest: ['b', 'a'], updated: ['b', 'a'], waiting: [] },
])('keeps $shown in place when the latest items are $latest', ({ shown, latest, updated, waiting }) => {
  const now = updateStableList(list(...shown), list(...latest));
  expect(now).toEqual(list(...updated));
  expect(findNewItems(now, list(...latest))).toEqual(list(...waiting));
});

it('shows the latest data of an item that keeps its place', () => {
  const [kept] = updateStableList([{ id: 'a', brands: 1 }], [{ id: 'a', brands: 2 }]);
  expect(kept?.brands).toBe(2);
});
