import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileMatcher, type MatchedBrand } from '#lib/dashboard/scoring/match-brands';
import {
  compileInflectionCheck,
  detectInflectedLanguage,
  listForms,
} from '#lib/dashboard/scoring/name-forms';
import endings from '../../../lib/dashboard/scoring/endings.json' with { type: 'json' };

/** The languages whose endings are checked. Korean is left out, because its texts are recognized by their letters. */
const inflectingLanguages = Object.keys(endings).filter((language) => language !== 'ko');

// Names that overlap, contain and repeat each other, and text made of their pieces.
const names = ['a', 'ab', 'a b', 'b', 'b a', 'b a b', 'c', 'c++', 'aba'];
const pieces = ['a', 'b', 'ab', 'c', 'c++', 'aba', ' ', ' ', ' ', ',', '. ', '!', 'x', 'é', 'A', 'B'];

/** Matches brands by the definition of a mention in docs/metrics.md, trying every name at every offset. */
function findNaively(brands: readonly MatchedBrand[], text: string): Map<string, number[]> {
  const folded = text.toLowerCase().replaceAll('é', 'e');
  const isWord = (character: string | undefined) => character !== undefined && /[a-z0-9]/.test(character);
  const candidates: { id: string; start: number; end: number }[] = [];
  const language = detectInflectedLanguage(text, () => true);
  const forms = brands.flatMap(({ id, name }) =>
    listForms(name, language).map((form) => ({ id, form: form.text })),
  );
  for (const { id, form } of forms) {
    for (let start = 0; start + form.length <= folded.length; start++) {
      const end = start + form.length;
      if (folded.slice(start, end) !== form) continue;
      if (isWord(folded[start - 1]) && isWord(folded[start])) continue;
      if (isWord(folded[end]) && isWord(folded[end - 1])) continue;
      if (isWord(folded[end - 1]) && folded.startsWith('++', end)) continue;
      candidates.push({ id, start, end });
    }
  }
  candidates.sort((x, y) => y.end - y.start - (x.end - x.start) || x.start - y.start);
  const selected: typeof candidates = [];
  for (const candidate of candidates) {
    if (!selected.some((other) => other.start < candidate.end && candidate.start < other.end))
      selected.push(candidate);
  }
  selected.sort((x, y) => x.start - y.start);
  const spans = new Map<string, number[]>();
  for (const { id, start, end } of selected) spans.set(id, [...(spans.get(id) ?? []), start, end]);
  return spans;
}

test('finds the same mentions as a search at every offset', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
      fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((parts) => parts.join('')),
      (selectedNames, text) => {
        // The matcher treats several spaces as one, unlike this search.
        fc.pre(!text.includes('  '));
        const brands = selectedNames.map((name) => ({
          id: name,
          name,
          aliases: [],
          matchCase: false,
          requiredContext: [],
          excludedContext: [],
        }));
        const mentions = compileMatcher(brands).findMentions(text);
        const spans = new Map(mentions.map(({ brandId, spans: brandSpans }) => [brandId, brandSpans]));
        const expected = findNaively(brands, text);
        expect(Object.fromEntries(spans)).toEqual(Object.fromEntries(expected));
        const firstOffsets = [...expected.values()].map(([start = 0]) => start);
        for (const { brandId, rank, count } of mentions) {
          const brandSpans = expected.get(brandId) ?? [];
          expect(count).toBe(brandSpans.length / 2);
          expect(rank).toBe(1 + firstOffsets.filter((first) => first < (brandSpans[0] ?? 0)).length);
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('returns spans that are in order and within the text, for any text', () => {
  const brands = ['é', 'ß', '東京', 'a', 'ﬁ'].map((name) => ({
    id: name,
    name,
    aliases: [],
    matchCase: false,
    requiredContext: [],
    excludedContext: [],
  }));
  const matcher = compileMatcher(brands);
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('é', 'e\u0301', 'ss', '東京', ' a ', 'fi')),
        {
          maxLength: 12,
        },
      ),
      (parts) => {
        const text = parts.join('');
        for (const { spans } of matcher.findMentions(text)) {
          let previousOffset = 0;
          for (const offset of spans) {
            expect(offset).toBeGreaterThanOrEqual(previousOffset);
            expect(offset).toBeLessThanOrEqual(text.length);
            previousOffset = offset;
          }
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test.each(inflectingLanguages)(
  'recognizes texts that contain a name with an ending of the language %s, but not texts with only the name',
  (language) => {
    const names = [
      'nova',
      'kone',
      'brand 1',
      'volvo',
      'samsung',
      'skoda auto',
      'bmw',
      'яндекс',
      'kia',
      'orsa & son',
    ];
    for (const name of names) {
      const mayInflect = compileInflectionCheck([name]);
      for (const { text, isInflected } of listForms(name, language)) {
        if (isInflected) expect([text, mayInflect(`a ${text}, b`)]).toEqual([text, true]);
      }
      expect(mayInflect(`a ${name}, b`)).toBe(false);
    }
  },
);
