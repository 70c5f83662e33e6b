import { expect, test } from 'vitest';
import { quoteName, withoutLinks } from '#lib/email/quote-text';
import { findSlowReaders, hostileTexts } from '#tests/support/hostile-texts';

test.each([
  ['a usual name', 'Kayaks & more', '“Kayaks & more”'],
  ['line breaks and headers', 'Acme\r\nBcc: all@acme.example', '“Acme Bcc: all@\u2060acme.\u2060example”'],
  ['Unicode line breaks and control characters', 'A\u2028B\u0000C\u0085D', '“A B C D”'],
  ['URLs', 'Pay at https://evil.example/x?y=1 now', '“Pay at … now”'],
  ['URLs without a scheme', 'See www.evil.example/x', '“See …”'],
  ['other schemes', 'mailto:a@evil.example tg://join', '“… …”'],
  ['domains, which brands can be named after', 'Booking.com', '“Booking.\u2060com”'],
  [
    'quotation marks that end the quote',
    'Acme” – your account is locked “',
    '“Acme’ – your account is locked ’”',
  ],
  ['characters that reverse or hide text', 'a\u202Eb\u200Bc\u2066d', '“abcd”'],
  ['nothing', ' \n ', '“”'],
])('quotes a name with %s', (_, name, quoted) => {
  expect(quoteName(name)).toBe(quoted);
});

test('shortens a name to 60 characters, and never splits one', () => {
  expect(quoteName('a'.repeat(60))).toBe(`“${'a'.repeat(60)}”`);
  expect(quoteName('🛶'.repeat(61))).toBe(`“${'🛶'.repeat(59)}…”`);
});

test('a text stays readable, but no client recognizes links in it', () => {
  const text = withoutLinks('acme.example/guide rose by 5.5 points: https://acme.example, a@b.example');
  expect(text.replaceAll('\u2060', '')).toBe(
    'acme.example/guide rose by 5.5 points: https://acme.example, a@b.example',
  );
  expect(text).not.toMatch(/https?:\/\/|\.[a-z]|@[a-z]/);
  expect(text).toContain('5.5 points: ');
});

test('takes less than 200 ms for any text', () => {
  for (const [name, text] of hostileTexts) {
    const readers = [
      ['quoteName', quoteName],
      ['withoutLinks', withoutLinks],
    ] as const;
    expect(
      findSlowReaders(
        readers.map(([label, read]) => [label, read]),
        text,
      ),
      name,
    ).toEqual([]);
  }
});
