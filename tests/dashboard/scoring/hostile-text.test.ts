import { expect, test } from 'vitest';
import { readBrandPage } from '#lib/dashboard/onboarding/read-brand-page';
import { parseBrandsCsv } from '#lib/dashboard/prompts/parse-brands-csv';
import { parsePastedPrompts } from '#lib/dashboard/prompts/parse-pasted-prompts';
import { parsePromptsCsv } from '#lib/dashboard/prompts/parse-prompts-csv';
import { compileMatcher } from '#lib/dashboard/scoring/match-brands';
import { classifySentences } from '#lib/dashboard/scoring/sentiment';

/* A parser whose run time is quadratic takes minutes for these texts. */

const length = 1_000_000;
/** In processor time: the minimum of a few attempts, because other tests run at the same time. */
const maxMs = 200;
const attempts = 5;
const repeat = (part: string) => part.repeat(Math.ceil(length / part.length));

const texts: [string, string][] = [
  ['one word before "@"', `${repeat('a')}@`],
  ['a host without an end', `${repeat('a.')}@`],
  ['mail addresses without a host', repeat('a@')],
  ['a scheme without an end', `${repeat('a+')}://`],
  ['hyphens', `a.${repeat('-')}.com`],
  ['opening brackets', `${repeat('[')}](`],
  ['links without an end', repeat('[a](')],
  ['links to "<"', repeat('[a](<')],
  ['links with a title', repeat('[a](b "')],
  ['spaces', repeat(' ')],
  ['line breaks', repeat('\n')],
  ['zero-width spaces', repeat('\u200b')],
  ['combining marks', `a${repeat('\u0301')}`],
  ['Thai vowels', repeat('ก็')],
  ['list items', repeat('- a\n')],
  ['numbered items', repeat('1. Acme\n')],
  ['nested list items', Array.from({ length: 700 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')],
  ['table cells', repeat('|')],
  ['headings', repeat('# ')],
  ['asterisks', repeat('*')],
  ['quotes', repeat('"')],
  ['a brand everywhere', repeat('Acme ')],
  ['a brand without spaces', repeat('Acme')],
  ['dots', repeat('.')],
  ['sentences', repeat('Acme is good. ')],
  ['nested elements', repeat('<div>')],
  ['unclosed titles', repeat('<title>')],
  ['attributes', `<div ${repeat('a ')}>`],
  ['JSON-LD blocks', repeat('<script type="application/ld+json">{}</script>')],
  ['JSON-LD with many objects', `<script type="application/ld+json">[${repeat('{},')}{}]</script>`],
  ['columns', repeat('name,')],
  ['empty columns', repeat(',')],
  ['cells', `name\n${repeat(',,,,,,,\n')}`],
  ['equal lines', `prompt\n${repeat('a\n')}`],
];

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
const parsers: [string, (text: string) => unknown][] = [
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
];

test.each(texts)('parses %s quickly', (_, text) => {
  const slow = parsers.flatMap(([parser, parse]) => {
    let ms = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < attempts && ms > maxMs; attempt += 1) {
      const start = process.cpuUsage();
      parse(text);
      const { user, system } = process.cpuUsage(start);
      ms = Math.min(ms, (user + system) / 1000);
    }
    return ms > maxMs ? [`${parser}: ${Math.round(ms)} ms`] : [];
  });
  expect(slow).toEqual([]);
});
