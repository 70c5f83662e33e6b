import { expect, test } from 'vitest';
import { z } from 'zod';
import { instantSchema } from '#lib/core/validation';

const schema = z.object({ at: instantSchema('Enter a time.').optional() });

test.each([
  [new Date('2030-01-31T12:00:00Z'), '2030-01-31T12:00:00.000Z'],
  ['2030-01-31T12:00:00Z', '2030-01-31T12:00:00.000Z'],
  ['2030-01-31T12:00:00.5+02:00', '2030-01-31T10:00:00.500Z'],
  [undefined, undefined],
])('reads the time %j', (at, expected) => {
  expect(schema.parse({ at }).at?.toISOString()).toBe(expected);
});

test.each([
  [null],
  [5],
  ['tomorrow'],
  ['2030-01-31'],
  ['2030-01-31T12:00:00'],
  ['1969-12-31T23:59:59Z'],
  [new Date(-1)],
  [new Date('+010000-01-01T00:00:00Z')],
  [new Date(Number.NaN)],
])('rejects the time %j with its message', (at) => {
  expect(schema.safeParse({ at }).error?.issues).toMatchObject([{ path: ['at'], message: 'Enter a time.' }]);
});

test('describes times to programs as texts', () => {
  expect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties).toMatchObject({
    at: { type: 'string', format: 'date-time' },
  });
});
