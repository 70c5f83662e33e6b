import { expect, it } from 'vitest';
import { holdList, newIn } from '#lib/charts/hold-list';

const list = (...ids: string[]) => ids.map((id) => ({ id }));

it.each([
  { held: ['b', 'a'], latest: ['c', 'b', 'a'], shown: ['b', 'a', 'c'], waiting: [] },
  { held: ['c', 'b', 'a'], latest: ['d', 'c', 'b'], shown: ['c', 'b', 'a'], waiting: ['d'] },
  { held: ['a'], latest: ['d', 'c', 'b'], shown: ['a', 'd', 'c'], waiting: ['b'] },
  { held: ['b', 'a'], latest: ['b'], shown: ['b', 'a'], waiting: [] },
  { held: [], latest: ['b', 'a'], shown: ['b', 'a'], waiting: [] },
])('keeps $held where they are once there are $latest', ({ held, latest, shown, waiting }) => {
  const now = holdList(list(...held), list(...latest));
  expect(now).toEqual(list(...shown));
  expect(newIn(now, list(...latest))).toEqual(list(...waiting));
});

it('shows what is kept as it is now', () => {
  const [kept] = holdList([{ id: 'a', brands: 1 }], [{ id: 'a', brands: 2 }]);
  expect(kept?.brands).toBe(2);
});
