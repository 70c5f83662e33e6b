import { expect, test } from 'vitest';
import { parseCompetitors } from '#lib/dashboard/onboarding/parse-competitors';

test.each([
  ['Nike', [['Nike']]],
  ['Nike nike.com', [['Nike', 'nike.com']]],
  ['https://www.adidas.com/us?x=1', [['Adidas', 'adidas.com']]],
  ['shop.adidas.co.uk', [['Adidas', 'shop.adidas.co.uk']]],
  ['New Balance (newbalance.com)', [['New Balance', 'newbalance.com']]],
  ['On on.com on-running.com', [['On', 'on.com', 'on-running.com']]],
  [
    'Mudlarkin; Grumblefell, hoka.com\nBrooks',
    [['Mudlarkin'], ['Grumblefell'], ['Hoka', 'hoka.com'], ['Brooks']],
  ],
  ['Nike, nike.com, NIKE', [['Nike', 'nike.com']]],
  [
    'monday.com, www.hotels.com',
    [
      ['monday.com', 'monday.com'],
      ['hotels.com', 'hotels.com'],
    ],
  ],
  ['St. Moritz', [['St. Moritz']]],
  [' ,; ', []],
])('reads %j', (typed, expected) => {
  expect(parseCompetitors(typed).map(({ name, domains }) => [name, ...domains])).toEqual(expected);
});
