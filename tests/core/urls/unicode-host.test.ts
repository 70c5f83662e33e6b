import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toUnicodeHost } from '#lib/core/urls/unicode-host';

test.each([
  'bücher.test',
  'shop.пример.test',
  '例え.テスト',
  'ελλάδα.test',
  'straße.test',
  'kayaks.test',
  'עברית.test',
])('shows %s as it is written', (host) => {
  expect(toUnicodeHost(new URL(`https://${host}`).hostname)).toBe(host);
});

test.each([
  'xn--.test',
  'xn--a',
  'xn--99999999.test',
  `${'xn--'.repeat(9)}.test`,
  new URL('https://pаypal.test').hostname,
])('leaves %s as it is', (host) => {
  expect(toUnicodeHost(host)).toBe(host);
});

test('decodes like the platform', () => {
  const letters = fc.array(fc.constantFrom(...'aübéñ日本語ก가ø'), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(letters, (label) => {
      const { hostname } = new URL(`https://${label.join('')}.test`);
      expect(toUnicodeHost(hostname)).toBe(domainToUnicode(hostname));
    }),
  );
});
