import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileMatcher, type MatchedBrand } from '#lib/dashboard/scoring/match-brands';

// Names that overlap, contain and repeat each other, and text made of their pieces.
const names = ['a', 'ab', 'a b', 'b', 'b a', 'b a b', 'c', 'c++', 'aba'];
const pieces = ['a', 'b', 'ab', 'c', 'c++', 'aba', ' ', ' ', ' ', ',', '. ', '!', 'x', 'é', 'A', 'B'];

/** Matches brands by the definition: tries every name at every position. */
function findNaively(brands: readonly MatchedBrand[], text: string): Map<string, number[]> {
  const plain = text.toLowerCase().replaceAll('é', 'e');
  const isWord = (sign: string | undefined) => sign !== undefined && /[a-z0-9]/.test(sign);
  const found: { id: string; start: number; end: number }[] = [];
  for (const { id, name } of brands) {
    for (let start = 0; start + name.length <= plain.length; start++) {
      const end = start + name.length;
      if (plain.slice(start, end) !== name) continue;
      if (isWord(plain[start - 1]) && isWord(plain[start])) continue;
      if (isWord(plain[end]) && isWord(plain[end - 1])) continue;
      if (isWord(plain[end - 1]) && plain.startsWith('++', end)) continue;
      found.push({ id, start, end });
    }
  }
  found.sort((x, y) => y.end - y.start - (x.end - x.start) || x.start - y.start);
  const selected: typeof found = [];
  for (const one of found) {
    if (!selected.some((other) => other.start < one.end && one.start < other.end)) selected.push(one);
  }
  selected.sort((x, y) => x.start - y.start);
  const spans = new Map<string, number[]>();
  for (const { id, start, end } of selected) spans.set(id, [...(spans.get(id) ?? []), start, end]);
  return spans;
}

test('finds in one pass what a search at every offset finds', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
      fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((parts) => parts.join('')),
      (chosen, text) => {
        // Several spaces fold to one, so that a name may stand over them: not what is compared here.
        fc.pre(!text.includes('  '));
        const brands = chosen.map((name) => ({
          id: name,
          name,
          aliases: [],
          requiredContext: [],
          excludedContext: [],
        }));
        const mentions = compileMatcher(brands).findMentions(text);
        const spans = new Map(mentions.map(({ brandId, spans: own }) => [brandId, own]));
        const expected = findNaively(brands, text);
        expect(Object.fromEntries(spans)).toEqual(Object.fromEntries(expected));
        const firsts = [...expected.values()].map((own) => own[0] ?? 0);
        for (const { brandId, rank, count } of mentions) {
          const own = expected.get(brandId) ?? [];
          expect(count).toBe(own.length / 2);
          expect(rank).toBe(1 + firsts.filter((first) => first < (own[0] ?? 0)).length);
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('returns ordered spans inside any text that cover the name', () => {
  const brands = ['é', 'ß', '東京', 'a', 'ﬁ'].map((name) => ({
    id: name,
    name,
    aliases: [],
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
          let before = 0;
          for (const offset of spans) {
            expect(offset).toBeGreaterThanOrEqual(before);
            expect(offset).toBeLessThanOrEqual(text.length);
            before = offset;
          }
        }
      },
    ),
    { numRuns: 1000 },
  );
});
