import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeUrl } from '#lib/core/urls/normalize-url';
import { getRegistrableDomain } from '#lib/dashboard/projects/domains';
import { compileMatcher, type MatchedBrand } from '#lib/dashboard/scoring/match-brands';

/* Tests of the definitions of mentions, positions, URLs and domains in docs/metrics.md. */

const createBrand = (name: string, fields: Partial<MatchedBrand> = {}): MatchedBrand => ({
  id: name,
  name,
  aliases: [],
  matchCase: false,
  requiredContext: [],
  excludedContext: [],
  ...fields,
});
const findMentions = (brands: readonly MatchedBrand[], text: string) =>
  new Map(
    compileMatcher(brands)
      .findMentions(text)
      .map(({ brandId, rank, count }) => [brandId, { rank, count }]),
  );

const accents = ['\u0301', '\u0308', '\u0327'];
/** Creates an arbitrary for the spellings of a letter: upper case, full width, with an accent. */
const createLetterArbitrary = (letter: string) =>
  fc.constantFrom(
    letter,
    letter.toUpperCase(),
    String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0),
    ...accents.map((accent) => letter + accent),
    ...accents.map((accent) => (letter + accent).normalize('NFC')),
  );

test('finds a name in any spelling, but not inside another word', () => {
  const name = 'kayak';
  fc.assert(
    fc.property(
      fc.tuple(...Array.from(name, createLetterArbitrary)).map((letters) => letters.join('')),
      fc.constantFrom('', 'x', '1', 'é'),
      fc.constantFrom('', 'x', '1', 'é'),
      (spelling, before, after) => {
        const isWholeWord = before === '' && after === '';
        expect(
          findMentions([createBrand(name)], `Take a ${before}${spelling}${after}, please.`).has(name),
        ).toBe(isWholeWord);
      },
    ),
    { numRuns: 400 },
  );
});

test('in scripts without spaces, finds a name only at the word boundaries of Intl.Segmenter', () => {
  const words = ['東京', '大学', '京都', 'カヌー', 'は', 'の', '海', '東', '京'];
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...words), { maxLength: 8 }),
      fc.constantFrom(...words),
      (parts, name) => {
        const text = parts.join('');
        const boundaries = new Set([
          text.length,
          ...Array.from(segmenter.segment(text), ({ index }) => index),
        ]);
        let count = 0;
        for (let index = 0; index + name.length <= text.length; index += 1) {
          if (text.startsWith(name, index) && boundaries.has(index) && boundaries.has(index + name.length))
            count += 1;
        }
        expect(findMentions([createBrand(name)], text).get(name)?.count ?? 0).toBe(count);
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
      const text = pieces.map(([content]) => content).join(' and ');
      const count = pieces.reduce((sum, [, mentions]) => sum + mentions, 0);
      expect(findMentions([createBrand('Otter')], text).get('Otter')?.count ?? 0).toBe(count);
    }),
  );
});

test('ranks brands that start a list item first, then other brands in the list, then brands outside it', () => {
  const names = ['Ada', 'Bob', 'Cyd', 'Dora', 'Eve'];
  // Two brands share a name.
  const brands = [...names.map((name) => createBrand(name)), createBrand('Bobby', { aliases: ['Bob'] })];
  const item = fc.record({ first: fc.constantFrom(...names), others: fc.subarray(names, { maxLength: 2 }) });
  fc.assert(
    fc.property(
      fc.subarray(names),
      fc.uniqueArray(item, { selector: ({ first }) => first, minLength: 2, maxLength: 4 }),
      fc.constantFrom<(number: number) => string>(
        (number) => `${number}. `,
        (number) => `${number}) `,
        (number) => `#${number} `,
        (number) => `${'①②③④'[number - 1]} `,
        (number) => `${number}位：`,
        (number) => `## ${number}. `,
        () => '- ',
      ),
      (introduction, items, formatMarker) => {
        const lines = items.map(
          ({ first, others }, index) => `${formatMarker(index + 1)}${first}: unlike ${others.join(', ')}.`,
        );
        const text = `We compare ${introduction.join(', ')}.\n${lines.join('\n')}`;
        const order = [
          ...items.map(({ first }) => first),
          ...items.flatMap(({ others }) => others),
          ...introduction,
        ];
        const getIndex = (name: string) => order.indexOf(name === 'Bobby' ? 'Bob' : name);
        const mentioned = brands.filter(({ id }) => getIndex(id) !== -1);
        const expected = mentioned.map(({ id }): [string, number] => [
          id,
          1 + mentioned.filter((other) => getIndex(other.id) < getIndex(id)).length,
        ]);
        const ranks = [...findMentions(brands, text)].map(([id, { rank }]): [string, number | null] => [
          id,
          rank,
        ]);
        expect(new Map(ranks)).toEqual(new Map(expected));
      },
    ),
    { numRuns: 500 },
  );
});

test('applies “must (not) appear near” words to the sentence of a mention', () => {
  const words = ['Apple', 'phone', 'pie', 'red', 'seen'];
  const apple = createBrand('Apple', { requiredContext: ['phone'], excludedContext: ['pie'] });
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }), { maxLength: 5 }),
      (sentences) => {
        const text = sentences.map((words) => `${words.join(' ')}.`).join(' ');
        const counted = sentences.filter((words) => words.includes('phone') && !words.includes('pie'));
        const count = counted.reduce(
          (sum, words) => sum + words.filter((word) => word === 'Apple').length,
          0,
        );
        expect(findMentions([apple], text).get('Apple')?.count ?? 0).toBe(count);
      },
    ),
    { numRuns: 400 },
  );
});

test('normalizes URLs without losing parameters that identify the page', () => {
  const tracking = fc.subarray(['utm_source=a', 'utm_medium=b', 'gclid=1', 'fbclid=2', 'msclkid=3']);
  const identifying = fc.subarray(['id=1', 'page=2', 'q=a%20b']);
  fc.assert(
    fc.property(
      fc.constantFrom('http://', 'https://'),
      fc.constantFrom('', 'www.'),
      fc.constantFrom('', '/a', '/a/b'),
      fc.constantFrom('', '/'),
      fc.tuple(identifying, tracking).chain(([keptParameters, removedParameters]) =>
        fc
          .shuffledSubarray([...keptParameters, ...removedParameters], {
            minLength: keptParameters.length + removedParameters.length,
          })
          .map((allParameters) => ({ keptParameters, allParameters })),
      ),
      fc.constantFrom('', '#part', '#:~:text=some%20words'),
      (scheme, www, path, slash, { keptParameters, allParameters }, fragment) => {
        const query = allParameters.length > 0 ? `?${allParameters.join('&')}` : '';
        const url = `${scheme}${www}news.example${path}${path === '' ? '/' : slash}${query}${fragment}`;
        const normalizedUrl = `https://news.example${path}${keptParameters.length > 0 ? `?${keptParameters.join('&')}` : ''}`;
        expect(normalizeUrl(url)).toBe(normalizeUrl(normalizedUrl));
        expect(normalizeUrl(url)).not.toBe(
          normalizeUrl(`${normalizedUrl}${keptParameters.length > 0 ? '&' : '?'}other=1`),
        );
        expect(normalizeUrl(url)).not.toBe(normalizeUrl(`https://blog.news.example${path}`));
      },
    ),
  );
});

test.each(['com', 'co.uk', 'com.au', 'co.jp', 'example', 'gov.br'])(
  '<name>.%s is the registrable domain of all its subdomains',
  (suffix) => {
    const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
    fc.assert(
      fc.property(fc.array(label, { maxLength: 3 }), label, (subdomains, name) => {
        const host = [...subdomains, `q${name}q`, suffix].join('.');
        expect(getRegistrableDomain(`https://${host}/a`)).toBe(`q${name}q.${suffix}`);
      }),
    );
  },
);
