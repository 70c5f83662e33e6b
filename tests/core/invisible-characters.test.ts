import { expect, test } from 'vitest';
import { hasInvisibleCharacters, removeInvisibleCharacters } from '#lib/core/invisible-characters';
import { findSlowReaders, hostileTexts } from '#tests/support/hostile-texts';

const hidden = [
  0x00ad, 0x034f, 0x061c, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a,
  0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2061, 0x2064, 0x2066, 0x2067, 0x2068, 0x2069, 0x206f, 0x3164,
  0xfe0f, 0xfeff, 0xfff9, 0xe0001, 0xe0041, 0xe007f, 0xe0100,
];

test.each(hidden.map((code) => [code.toString(16), String.fromCodePoint(code)]))(
  'finds and removes U+%s in a name',
  (_, character) => {
    const name = `Ac${character}me`;
    expect(hasInvisibleCharacters(name)).toBe(true);
    expect(removeInvisibleCharacters(name)).toBe('Acme');
  },
);

test.each([
  ['Latin letters with accents', 'Ärger & Söhne, Acme\u0301'],
  ['Persian', 'می\u200cخواهم'],
  ['Hindi', 'क्\u200dष और क्\u200cष'],
  ['Malayalam that ends a word', 'അവന്\u200d'],
  ['Sinhala', 'ශ්\u200dරී ලංකා'],
  ['Hebrew and Arabic', 'שלום مرحبا'],
  ['a family', '👨\u200d👩\u200d👧'],
  ['skin tones', '👩🏽\u200d🚀 🧑🏿\u200d❤️\u200d🧑🏻'],
  ['a heart and a keycap', '❤\ufe0f 1\ufe0f\u20e3'],
  ['the flag of Scotland', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
  ['a variant of a Han character', '葛\u{E0100}飾'],
])('keeps %s', (_, name) => {
  expect(hasInvisibleCharacters(name)).toBe(false);
  expect(removeInvisibleCharacters(name)).toBe(name);
});

test.each(['🏴\u{E0067}\u{E0062}', 'a\u200d🚀', '🚀\u200d', 'م\u200ca', '1\ufe0f'])(
  'finds characters outside the sequences that need them: %j',
  (name) => {
    expect(hasInvisibleCharacters(name)).toBe(true);
  },
);

test('takes less than 200 ms for any text', () => {
  const texts = [
    ...hostileTexts,
    ['joiners', '\u200d'.repeat(330_000)],
    ['families', '👩\u200d'.repeat(140_000)],
  ];
  for (const [name = '', text = ''] of texts) {
    const readers = [
      ['hasInvisibleCharacters', hasInvisibleCharacters],
      ['removeInvisibleCharacters', removeInvisibleCharacters],
    ] as const;
    expect(
      findSlowReaders([...readers.map(([label, read]) => [label, read] as [string, typeof read])], text),
      name,
    ).toEqual([]);
  }
});
