import { expect, test } from 'vitest';
import { placeDomains } from '#lib/dashboard/analytics/sources/place-domains';

const shares = new Map([
  ['reviews.example', { low: 0.3, high: 0.4 }],
  ['forum.example', { low: 0.12, high: 0.2 }],
  ['news.example', { low: 0.11, high: 0.19 }],
  ['shop.example', { low: 0.02, high: 0.1 }],
]);

test('a domain is placed after those whose interval lies above its own', () => {
  expect(placeDomains(shares, 4)).toEqual(
    new Map([
      ['reviews.example', { first: 1, last: 1 }],
      ['forum.example', { first: 2, last: 3 }],
      ['news.example', { first: 2, last: 3 }],
      ['shop.example', { first: 4, last: 4 }],
    ]),
  );
});

test('the worst place is unknown if domains that are not compared could be ahead', () => {
  expect(placeDomains(shares, 90).get('news.example')).toEqual({ first: 2, last: 3 });
  expect(placeDomains(shares, 90).get('shop.example')).toEqual({ first: 4, last: null });
});
