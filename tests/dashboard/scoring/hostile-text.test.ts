import { expect, test } from 'vitest';
import { normalizeQuery, normalizeUrl } from '#lib/core/text';
import { extractNames } from '#lib/dashboard/brands/suggest-competitors';
import { parseCompetitors } from '#lib/dashboard/onboarding/parse-competitors';
import { readBrandPage } from '#lib/dashboard/onboarding/read-brand-page';
import { parseBrandsCsv } from '#lib/dashboard/prompts/parse-brands-csv';
import { parsePastedPrompts } from '#lib/dashboard/prompts/parse-pasted-prompts';
import { parsePromptsCsv } from '#lib/dashboard/prompts/parse-prompts-csv';
import { compileMatcher } from '#lib/dashboard/scoring/match-brands';
import { classifySentences } from '#lib/dashboard/scoring/sentiment';
import { findSlowReaders, hostileTexts, type TextReader } from '#tests/support/hostile-texts';

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
  [
    'an answer',
    (text) =>
      classifySentences(
        text,
        matcher.findMentions(text).map(({ spans }) => spans),
      ),
  ],
  ['a web page', (html) => readBrandPage({ html })],
  ['a file of brands', parseBrandsCsv],
  ['a file of prompts', (csv) => parsePromptsCsv(csv)],
  ['pasted prompts', parsePastedPrompts],
  ['entered competitors', parseCompetitors],
  ['names in answers', (text) => extractNames([text, text], () => false)],
  ['a search query', normalizeQuery],
  ['a URL', normalizeUrl],
];

test.each(hostileTexts)('parses %s quickly', (_, text) => {
  expect(findSlowReaders(readers, text)).toEqual([]);
});
