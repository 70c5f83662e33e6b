import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  highlightMentions,
  highlightMentionsInPieces,
  splitAtCitations,
} from '#components/answers/highlight';

const arbitraryText = fc
  .array(fc.constantFrom('a', 'boot', 'Boot', ',', '.', ' ', ' ', '\n', '靴', '😀', '[1]', '[2]'), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));

test('splits a text at its mentions, keeping the longest of overlapping spans that start at the same place', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  const spans = fc.array(fc.integer({ min: -2, max: 70 }), { maxLength: 8 });
  fc.assert(
    fc.property(text, spans, spans, (content, first, second) => {
      const parts = highlightMentions(content, [
        { brandId: 'a', spans: first },
        { brandId: 'b', spans: second },
      ]);
      expect(parts.map((part) => part.text).join('')).toBe(content);
      expect(parts.every((part) => part.text.length > 0)).toBe(true);
    }),
  );
  expect(
    highlightMentions('Zed beats Alpha and Zed Pro', [
      { brandId: 'zed', spans: [0, 3, 20, 23] },
      { brandId: 'pro', spans: [20, 27] },
      { brandId: 'alpha', spans: [10, 15, 90, 99] },
    ]),
  ).toEqual([
    { text: 'Zed', brandId: 'zed' },
    { text: ' beats ', brandId: null },
    { text: 'Alpha', brandId: 'alpha' },
    { text: ' and ', brandId: null },
    { text: 'Zed Pro', brandId: 'pro' },
  ]);
});

describe('citation markers', () => {
  test.each([
    ['ignores plain text', 'plain', [{ text: 'plain' }]],
    [
      'splits two markers in a row',
      'so.[1][2] And',
      [{ text: 'so.' }, { source: 1 }, { source: 2 }, { text: ' And' }],
    ],
    ['ignores unknown sources', 'see [9]', [{ text: 'see [9]' }]],
    ['ignores other brackets', '[x] [1.5] []', [{ text: '[x] [1.5] []' }]],
  ])('%s', (_, text, expected) => {
    expect(splitAtCitations(text, new Set([1, 2]))).toEqual(expected);
  });

  test('concatenating the parts restores the text', () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        const joined = splitAtCitations(text, new Set([1])).map((piece) =>
          'text' in piece ? piece.text : `[${piece.source}]`,
        );
        expect(joined.join('')).toBe(text);
      }),
    );
  });
});

describe('mentions in rendered Markdown', () => {
  const highlight = (text: string, spans: number[], pieces: string[]) =>
    highlightMentionsInPieces(text, [{ brandId: 'b', spans }], pieces).map((segments) =>
      segments.map(({ text: part, brandId }) => (brandId ? `<${part}>` : part)).join(''),
    );

  test('highlights only the occurrence that is a mention', () => {
    const text = 'You like You, the engine.';
    expect(highlight(text, [9, 12], ['You like ', 'You', ', the engine.'])).toEqual([
      'You like ',
      '<You>',
      ', the engine.',
    ]);
  });

  test('highlights every occurrence if the rendered text differs from the text of the answer', () => {
    expect(highlight('Kar is good.', [0, 3], ['Kar is good.', 'See Kar.'])).toEqual([
      '<Kar> is good.',
      'See <Kar>.',
    ]);
  });

  test('concatenating the parts restores each piece', () => {
    fc.assert(
      fc.property(arbitraryText, fc.array(arbitraryText), fc.array(fc.nat(50)), (text, pieces, spans) => {
        const segments = highlightMentionsInPieces(text, [{ brandId: 'b', spans }], pieces);
        expect(segments.map((parts) => parts.map(({ text }) => text).join(''))).toEqual(pieces);
      }),
    );
  });
});
