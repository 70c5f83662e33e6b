import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeCitations } from '#lib/core/citation-marks';
import { readCitations } from '#lib/providers/openai/transform';
import { findCitationMarkers } from '#lib/providers/perplexity/transform';

const findSpans = (...input: Parameters<typeof readCitations>) =>
  readCitations(...input).map(({ span }) => span);

/** Functions that measure a text in the units of the offsets. */
const measures = {
  'code points': (text: string) => [...text].length,
  'UTF-16 code units': (text: string) => text.length,
};
/** Prose without brackets, with many characters that take two UTF-16 code units. */
const prose = fc
  .array(fc.constantFrom('a', ' ', 'é', 'ß', '京', '折', '🛶', '👩‍👩‍👧', '𝒳', '.', '\n'), { maxLength: 30 })
  .map((pieces) => pieces.join(''));
const url = fc.constantFrom(
  'https://a.example/1',
  'https://en.a.example/wiki/Kayak_(boat)',
  'https://a.example/?q=1&utm_source=openai',
);

describe.each(Object.entries(measures))('OpenAI offsets in %s', (_, measureLength) => {
  it('finds every citation after any text', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(prose, url), { minLength: 1, maxLength: 5 }), prose, (pieces, end) => {
        let text = '';
        const citationSpans: { start: number; end: number }[] = [];
        const annotations = pieces.map(([before, citedUrl]) => {
          text += before;
          const start = text.length;
          const start_index = measureLength(text);
          text += `([a.example](${citedUrl}))`;
          citationSpans.push({ start, end: text.length });
          return { type: 'url_citation', url: citedUrl, start_index, end_index: measureLength(text) };
        });
        text += end;
        const spans = findSpans(text, annotations);
        expect(spans).toEqual(citationSpans);
        expect(removeCitations(text, { found: [], reported: citationSpans })).not.toMatch(/[()[\]]|example/);
      }),
    );
  });
});

describe('OpenAI citations with wrong offsets', () => {
  const cited = 'One ([a.example](https://a.example/1)) and two ([a.example](https://a.example/1)).';

  it('uses, of several links to the cited URL, the one nearest to the offsets', () => {
    const spans = findSpans(cited, [
      {
        type: 'url_citation',
        url: 'https://a.example/1',
        start_index: 44,
        end_index: 60,
      },
    ]);
    expect(spans).toEqual([{ start: 47, end: 81 }]);
  });

  it('ignores parentheses that belong to the sentence', () => {
    const text = 'A (by the sea) holiday ([a.example](https://a.example/1)).';
    const annotation = { type: 'url_citation', url: 'https://a.example/1', start_index: 2, end_index: 14 };
    expect(findSpans(text, [annotation])).toEqual([{ start: 23, end: 57 }]);
  });

  it('finds no span for a URL that the text does not link to', () => {
    const annotation = { type: 'url_citation', url: 'https://b.example/', start_index: 1, end_index: 3 };
    expect(findSpans(cited, [annotation])).toEqual([undefined]);
  });
});

describe('removal of citation spans', () => {
  it.each([
    ['A ([a.example](u), [b.example](v)).', ['[a.example](u)', '[b.example](v)'], 'A.'],
    ['A [a.example](https://a.example/x) b.', ['[a.example](https://a.example/x)'], 'A b.'],
    ['A [1](https://a.example/x).', ['[1](https://a.example/x)'], 'A.'],
    [
      'As [the survey](https://a.example/x) says.',
      ['[the survey](https://a.example/x)'],
      'As [the survey](https://a.example/x) says.',
    ],
    ['A (see [the survey](https://a.example/x)).', ['[the survey](https://a.example/x)'], 'A (see).'],
    ['A【4:0†source】.', ['【4:0†source】'], 'A.'],
    ['A ([a.example](u))', ['([a.example](u))'], 'A'],
  ])('%s with the spans %j becomes %s', (text, citedTexts, expected) => {
    const spans = citedTexts.map((citedText) => ({
      start: text.indexOf(citedText),
      end: text.indexOf(citedText) + citedText.length,
    }));
    expect(removeCitations(text, { found: [], reported: spans })).toBe(expected);
  });
});

describe('Perplexity markers', () => {
  it.each([
    ['a[1][2].', [['1'], ['2']], 'a.'],
    ['a [1, 3] b', [['1', '3']], 'a b'],
    ['a [1, 4] b', [], 'a [1, 4] b'],
    ['[1] first', [['1']], ' first'],
    ['a[4]', [], 'a[4]'],
    ['in [2026] and [0]', [], 'in [2026] and [0]'],
    ['`x[1]` and [1]', [['1']], '`x[1]` and'],
    ['```\nx[1]\n```\n[2]', [['2']], '```\nx[1]\n```\n'],
    ['a[1](https://a.example/x).', [['1']], 'a.'],
    ['a 5` mark[1]\n\nand 6` [2]', [['1'], ['2']], 'a 5` mark\n\nand 6`'],
    ['a[1]\n\n[1]: https://a.example/', [['1']], 'a\n\n[1]: https://a.example/'],
    ['京🛶[3]。', [['3']], '京🛶。'],
  ])('finds and removes the markers in %s', (text, ids, textWithoutMarkers) => {
    const markers = findCitationMarkers(text, (id) => ['1', '2', '3'].includes(id));
    expect(markers.map((marker) => marker.ids)).toEqual(ids);
    expect(removeCitations(text, { found: [], reported: markers })).toBe(textWithoutMarkers);
  });
});
