import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeUrl } from '#lib/core/text';
import { getRegistrableDomain } from '#lib/dashboard/projects/domains';
import { compileMatcher, type MatchedBrand } from '#lib/dashboard/scoring/match-brands';

/* The definitions of mention, position and URL in docs/metrics.md, each as a direct test. */

const brand = (name: string, more: Partial<MatchedBrand> = {}): MatchedBrand => ({
  ...{ id: name, name, aliases: [], requiredContext: [], excludedContext: [] },
  ...more,
});
const found = (brands: readonly MatchedBrand[], text: string) =>
  new Map(
    compileMatcher(brands)
      .findMentions(text)
      .map(({ brandId, rank, count }) => [brandId, { rank, count }]),
  );

const accents = ['\u0301', '\u0308', '\u0327'];
/** One letter as it can also be written: in capitals, in full width, with an accent. */
const written = (letter: string) =>
  fc.constantFrom(
    ...[letter, letter.toUpperCase(), String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)],
    ...accents.map((accent) => letter + accent),
    ...accents.map((accent) => (letter + accent).normalize('NFC')),
  );

test('finds a name in any spelling, but not inside another word', () => {
  const name = 'kayak';
  fc.assert(
    fc.property(
      fc.tuple(...Array.from(name, written)).map((letters) => letters.join('')),
      fc.constantFrom('', 'x', '1', 'é'),
      fc.constantFrom('', 'x', '1', 'é'),
      (shown, before, after) => {
        const whole = before === '' && after === '';
        expect(found([brand(name)], `Take a ${before}${shown}${after}, please.`).has(name)).toBe(whole);
      },
    ),
    { numRuns: 400 },
  );
});

test('finds a name in a script without spaces only at word boundaries of the segmenter', () => {
  const words = ['東京', '大学', '京都', 'カヌー', 'は', 'の', '海', '東', '京'];
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...words), { maxLength: 8 }),
      fc.constantFrom(...words),
      (parts, name) => {
        const text = parts.join('');
        const edges = new Set([text.length, ...Array.from(segmenter.segment(text), ({ index }) => index)]);
        let times = 0;
        for (let at = 0; at + name.length <= text.length; at += 1) {
          if (text.startsWith(name, at) && edges.has(at) && edges.has(at + name.length)) times += 1;
        }
        expect(found([brand(name)], text).get(name)?.count ?? 0).toBe(times);
      },
    ),
    { numRuns: 400 },
  );
});

test('ignores URLs, but counts the text of a link unless it is a URL', () => {
  const piece = fc.constantFrom(
    ...([
      ['Otter', 1],
      ['https://otter.example/otter?q=otter', 0],
      ['www.otter.example', 0],
      ['me@otter.example', 0],
      ['[Otter](https://a.example/x)', 1],
      ['[see here](https://otter.example/otter)', 0],
      ['[https://a.example/otter](https://a.example/otter)', 0],
      ['![Otter](https://a.example/otter.png)', 1],
      ['otter-shop.example/otter', 0],
      ['boats', 0],
    ] as [string, number][]),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.map(([shown]) => shown).join(' and ');
      const times = pieces.reduce((sum, [, mentions]) => sum + mentions, 0);
      expect(found([brand('Otter')], text).get('Otter')?.count ?? 0).toBe(times);
    }),
  );
});

test('ranks list items first in their order, then the text; ties share a rank', () => {
  const names = ['Ada', 'Bob', 'Cyd', 'Dora'];
  // Two brands go by one name.
  const brands = [...names.map((name) => brand(name)), brand('Bobby', { aliases: ['Bob'] })];
  const line = fc.record({
    mark: fc.constantFrom('- ', '* ', '1. ', '2) ', '• ', '', ''),
    names: fc.array(fc.constantFrom(...names), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
      const text = lines
        .map(({ mark, names: mentioned }) => `${mark}We like ${mentioned.join(', ')}.`)
        .join('\n');
      const listed = lines.filter(({ mark }) => mark !== '').flatMap(({ names: mentioned }) => mentioned);
      const places = [
        ...listed,
        ...lines.filter(({ mark }) => mark === '').flatMap(({ names: mentioned }) => mentioned),
      ];
      const placeOf = (name: string) => places.indexOf(name === 'Bobby' ? 'Bob' : name);
      const expected = brands.flatMap(({ id }): [string, number][] => {
        if (placeOf(id) === -1) return [];
        const ahead = brands.filter((other) => placeOf(other.id) !== -1 && placeOf(other.id) < placeOf(id));
        return [[id, 1 + ahead.length]];
      });
      const ranks = [...found(brands, text)].map(([id, { rank }]): [string, number] => [id, rank]);
      expect(new Map(ranks)).toEqual(new Map(expected));
    }),
    { numRuns: 500 },
  );
});

test('applies context rules to the sentence of a mention', () => {
  const words = ['Apple', 'phone', 'pie', 'red', 'seen'];
  const apple = brand('Apple', { requiredContext: ['phone'], excludedContext: ['pie'] });
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }), { maxLength: 5 }),
      (sentences) => {
        const text = sentences.map((words) => `${words.join(' ')}.`).join(' ');
        const counted = sentences.filter((words) => words.includes('phone') && !words.includes('pie'));
        const times = counted.reduce(
          (sum, words) => sum + words.filter((word) => word === 'Apple').length,
          0,
        );
        expect(found([apple], text).get('Apple')?.count ?? 0).toBe(times);
      },
    ),
    { numRuns: 400 },
  );
});

test('normalizes URLs without losing parameters that identify the page', () => {
  const tracking = fc.subarray(['utm_source=a', 'utm_medium=b', 'gclid=1', 'fbclid=2', 'msclkid=3']);
  const kept = fc.subarray(['id=1', 'page=2', 'q=a%20b']);
  fc.assert(
    fc.property(
      fc.constantFrom('http://', 'https://'),
      fc.constantFrom('', 'www.'),
      fc.constantFrom('', '/a', '/a/b'),
      fc.constantFrom('', '/'),
      fc
        .tuple(kept, tracking)
        .chain(([own, others]) =>
          fc
            .shuffledSubarray([...own, ...others], { minLength: own.length + others.length })
            .map((all) => ({ own, all })),
        ),
      fc.constantFrom('', '#part', '#:~:text=some%20words'),
      (scheme, www, path, slash, { own, all }, fragment) => {
        const query = all.length > 0 ? `?${all.join('&')}` : '';
        const shown = `${scheme}${www}news.example${path}${path === '' ? '/' : slash}${query}${fragment}`;
        const plain = `https://news.example${path}${own.length > 0 ? `?${own.join('&')}` : ''}`;
        expect(normalizeUrl(shown)).toBe(normalizeUrl(plain));
        expect(normalizeUrl(shown)).not.toBe(normalizeUrl(`${plain}${own.length > 0 ? '&' : '?'}other=1`));
        expect(normalizeUrl(shown)).not.toBe(normalizeUrl(`https://blog.news.example${path}`));
      },
    ),
  );
});

test.each(['com', 'co.uk', 'com.au', 'co.jp', 'example', 'gov.br'])(
  'every host below a name under .%s is of that name',
  (suffix) => {
    const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
    fc.assert(
      fc.property(fc.array(label, { maxLength: 3 }), label, (below, name) => {
        const host = [...below, `q${name}q`, suffix].join('.');
        expect(getRegistrableDomain(`https://${host}/a`)).toBe(`q${name}q.${suffix}`);
      }),
    );
  },
);
