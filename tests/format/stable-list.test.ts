import { expect, it } from 'vitest';
import { findNewItems, updateStableList } from '#components/answers/stable-list';

const toItems = (...ids: string[]) => ids.map((id) => ({ id }));

// Items that are shown keep their position. New items are appended while the list is shorter than the latest one; the
// others are hidden until the reader asks for them.
it.each([
  { shown: ['b', 'a'], latest: ['c', 'b', 'a'], updated: ['b', 'a', 'c'], hidden: [] },
  { shown: ['c', 'b', 'a'], latest: ['d', 'c', 'b'], updated: ['c', 'b', 'a'], hidden: ['d'] },
  { shown: ['a'], latest: ['d', 'c', 'b'], updated: ['a', 'd', 'c'], hidden: ['b'] },
  { shown: ['b', 'a'], latest: ['b'], updated: ['b', 'a'], hidden: [] },
  { shown: [], latest: ['b', 'a'], updated: ['b', 'a'], hidden: [] },
])(
  'when the latest items are $latest, keeps $shown in place, lists $updated and hides $hidden',
  ({ shown, latest, updated, hidden }) => {
    const result = updateStableList(toItems(...shown), toItems(...latest));
    expect(result).toEqual(toItems(...updated));
    expect(findNewItems(result, toItems(...latest))).toEqual(toItems(...hidden));
  },
);

it('shows the latest data of an item that keeps its position', () => {
  const [item] = updateStableList([{ id: 'a', brands: 1 }], [{ id: 'a', brands: 2 }]);
  expect(item?.brands).toBe(2);
});
