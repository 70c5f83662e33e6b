import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isExampleHost } from '#lib/core/host-name';
import { buildExcerpt } from '#lib/dashboard/analytics/answers/list-answers';
import { classifyDomain } from '#lib/dashboard/projects/domains';

test('an excerpt is part of the text, and its spans mark the mentions', () => {
  const words = fc.array(fc.constantFrom('Alpha', 'speed', '日本語の文章', '👩‍🚀', 'and', 'Zed', '\n'), {
    maxLength: 200,
    size: 'max',
  });
  fc.assert(
    fc.property(words, fc.constantFrom(' ', ''), (parts, separator) => {
      const text = parts.join(separator);
      const findSpans = (name: string) =>
        [...text.matchAll(new RegExp(name, 'g'))].flatMap(({ index }) => [index, index + name.length]);
      const mentions = ['Zed', 'Alpha']
        .map((name, index) => ({ brandId: name, rank: index + 1, spans: findSpans(name) }))
        .filter(({ spans }) => spans.length > 0);
      const excerpt = buildExcerpt(text, mentions, 'Zed');
      expect(text).toContain(excerpt.text);
      expect(excerpt.text.length).toBeLessThanOrEqual(280);
      expect(excerpt.text.isWellFormed()).toBe(true);
      expect(excerpt.isCutBefore || excerpt.isCutAfter).toBe(excerpt.text.length < text.length);
      for (const { brandId, spans } of excerpt.mentions) {
        for (let at = 0; at < spans.length; at += 2) {
          expect(excerpt.text.slice(spans[at], spans[at + 1])).toBe(brandId);
        }
      }
      if (mentions.some(({ brandId }) => brandId === 'Zed')) {
        expect(excerpt.mentions.map(({ brandId }) => brandId)).toContain('Zed');
      }
    }),
  );
});

const brands = [
  { role: 'own' as const, domains: ['own.example', 'docs.mine.com'] },
  { role: 'competitor' as const, domains: ['youtube.com'] },
];

test.each([
  ['own.example', 'own'],
  ['docs.mine.com', 'own'],
  ['v2.docs.mine.com', 'own'],
  ['mine.com', 'other'],
  ['youtube.com', 'competitor'],
  ['vimeo.com', 'video'],
  ['reddit.com', 'forum'],
  ['wikipedia.org', 'encyclopedia'],
  ['nasa.gov', 'government'],
  ['meti.go.jp', 'government'],
  ['mit.edu', 'education'],
  ['ox.ac.uk', 'education'],
  ['notown.example', 'other'],
  ['gov.example', 'other'],
])('%s is of type %s', (domain, type) => {
  expect(classifyDomain(domain, brands)).toBe(type);
});

test('recognizes only .example domains as those of the sandbox', () => {
  expect(['news.example', 'example.com', 'counterexample'].map(isExampleHost)).toEqual([true, false, false]);
});
