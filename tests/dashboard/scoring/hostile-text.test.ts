import { expect, test } from 'vitest';
import { normalizeQuery } from '#lib/core/text';
import { normalizeUrl } from '#lib/core/urls/normalize-url';
import { toUnicodeHost } from '#lib/core/urls/unicode-host';
import { extractNames } from '#lib/dashboard/brands/suggest-competitors';
import { parseCompetitors } from '#lib/dashboard/onboarding/parse-competitors';
import { readBrandPage } from '#lib/dashboard/onboarding/read-brand-page';
import { classifyDomain, getRegistrableDomain } from '#lib/dashboard/projects/domains';
import { parseBrandsCsv } from '#lib/dashboard/prompts/parse-brands-csv';
import { parsePastedPrompts } from '#lib/dashboard/prompts/parse-pasted-prompts';
import { parsePromptsCsv } from '#lib/dashboard/prompts/parse-prompts-csv';
import { compileMatcher, type MatchedBrand } from '#lib/dashboard/scoring/match-brands';
import { splitSentences } from '#lib/dashboard/scoring/text-ranges';
import { findSlowReaders, hostileAnswers, hostileTexts, type TextReader } from '#tests/support/hostile-texts';

const matcher = compileMatcher(
  ['Acme', 'Acme One', 'an', 'คน'].map((name) => ({
    id: name,
    name,
    aliases: [],
    matchCase: false,
    requiredContext: ['near'],
    excludedContext: ['never'],
  })),
);
const readers: TextReader[] = [
  ['an answer', (text) => matcher.findMentions(text)],
  ['the sentences of an answer', splitSentences],
  ['a web page', (html) => readBrandPage({ html })],
  ['a file of brands', parseBrandsCsv],
  ['a file of prompts', (csv) => parsePromptsCsv(csv)],
  ['pasted prompts', parsePastedPrompts],
  ['entered competitors', parseCompetitors],
  ['names in answers', (text) => extractNames([text, text], () => false)],
  ['a search query', normalizeQuery],
  ['a URL', normalizeUrl],
  ['the path of a URL', (text) => normalizeUrl(`https://a.example/${text}`)],
  ['the parameters of a URL', (text) => normalizeUrl(`https://a.example/?${text}#/x`)],
  ['a path of slashes and AMP', (text) => normalizeUrl(`https://a.example/amp/${text}/amp///`)],
  [
    'the target of a redirect',
    (text) => normalizeUrl(`https://www.google.com/url?q=https://a.example/${text}`),
  ],
  ['a page in a cache', (text) => normalizeUrl(`https://a.cdn.ampproject.org/c/s/${text}`)],
  ['the site of a URL', getRegistrableDomain],
  ['the site of a host', (text) => getRegistrableDomain(`https://${text.replaceAll(/[^a-z.-]/gi, 'a')}.de/`)],
  ['the type of a site', (text) => classifyDomain(`${text.replaceAll(/[^a-z.-]/gi, 'universit')}.de`, [])],
  ['a domain in punycode', (text) => toUnicodeHost(`xn--${text}`)],
];

test.each(hostileTexts)('parses %s quickly', (_, text) => {
  expect(findSlowReaders(readers, text)).toEqual([]);
});

const createBrand = (name: string, details: Partial<MatchedBrand> = {}): MatchedBrand => ({
  id: name,
  name,
  aliases: [],
  matchCase: false,
  requiredContext: [],
  excludedContext: [],
  ...details,
});
const repeatIn = (count: number, create: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => create(index + 1));

/** Brands of up to 50 names with 100 characters, as a project can have them. */
const hostileBrands: [string, MatchedBrand[]][] = [
  ['long runs of a letter', [createBrand('a', { aliases: repeatIn(50, (index) => 'a'.repeat(2 * index)) })]],
  [
    'runs of words',
    [createBrand('a', { aliases: repeatIn(50, (index) => Array(index).fill('a').join(' ')) })],
  ],
  [
    'the same names of 20 brands',
    repeatIn(20, String).map((id) =>
      createBrand(id, { aliases: ['Acme', ...repeatIn(49, (index) => Array(index).fill('a').join(' '))] }),
    ),
  ],
  [
    'context that is everywhere',
    repeatIn(50, String).map((id) =>
      createBrand(id, {
        aliases: ['Acme'],
        requiredContext: ['near', 'good'],
        excludedContext: ['a', 'never'],
      }),
    ),
  ],
  [
    'symbols and characters',
    [
      createBrand('C++', {
        aliases: ['&', '.', '-', '*', '|', '#', '中', '中中', 'คน', 'ก็', '가', '½', 'ß', '👩'],
      }),
    ],
  ],
];

test.each(hostileBrands)('finds and ranks %s quickly in any answer', { timeout: 300_000 }, (_, brands) => {
  const hostileMatcher = compileMatcher(brands);
  const reader: TextReader = ['an answer', (text) => hostileMatcher.findMentions(text)];
  // The forms of the names in each language are compiled once.
  for (const [, text] of hostileAnswers) hostileMatcher.findMentions(text.slice(0, 2_000));
  const slow = [...hostileTexts, ...hostileAnswers].flatMap(([name, text]) =>
    findSlowReaders([reader], text).map((reason) => `${name}: ${reason}`),
  );
  expect(slow).toEqual([]);
});
