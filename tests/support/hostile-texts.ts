import { measureSlowness, measureThreadMs } from '#tests/support/machine-speed';

const length = 1_000_000;
/**
 * CPU time that a reader may take in its fastest attempt, on the reference machine. The slowest one takes 260 ms alone, and
 * beside other tests up to twice as long; one whose time grows with the square of the length takes minutes.
 */
const maxMs = 600;
const attempts = 10;
const repeat = (part: string) => part.repeat(Math.ceil(length / part.length));

/** Names and texts of up to about 1 million characters. A parser whose time grows with the square of the length takes minutes for them. */
export const hostileTexts: [string, string][] = [
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
  ['spaces before a letter', `${repeat(' ')}a`],
  ['link targets without a label', repeat('](')],
  ['links to a page', repeat('[The page](https://a.example/one/of/the/pages/that/an/answer/cites) ')],
  ['numbers as links', repeat('[[1]](https://a.example/x) ')],
  ['plain links', repeat('https://a.example/x ')],
  ['definitions of links', repeat('[1]: https://a.example/x\n')],
  ['footnotes with links', repeat('[^1]: A [b](https://a.example/x) [1]\n')],
  ['a footnote with many links', `[1][^1]\n\n[^1]: ${repeat('[b](https://a.example/x) ')}`],
  ['links of HTML', repeat('<a href="https://a.example/x">')],
  ['a list of sources', `a [1]\n\nSources:\n${repeat('1. [b](https://a.example/x)\n')}`],
  ['bold text without an end', repeat('**a')],
  ['nested quotes', repeat('> ')],
  ['nested numbers', repeat('1. ')],
  ['runs of backticks', Array.from({ length: 1_400 }, (_, index) => '`'.repeat(index)).join(' ')],
  ['code', repeat('`a` ')],
  ['slashes', `https://a.example${repeat('/')}a`],
  ['brands', `name,role\n${repeat('Acme,\n')}`],
  ['4,000 columns', `name${',a'.repeat(3_999)}\n`.repeat(100)],
  ['rows whose quotes have no end', `prompt\n${repeat('"a\n')}`],
  ['long rows whose quotes have no end', `prompt\n${repeat(`${' ","'.repeat(1_000)}\n`)}`],
  ['quotes after spaces', repeat(', ""a, "')],
];

/** Answers of up to about 1 million characters in which brands, their context, lists or notes are all over the place. */
export const hostileAnswers: [string, string][] = [
  ['one word', repeat('a')],
  ['words of one letter', repeat('a ')],
  ['words joined by hyphens', repeat('a-')],
  ['words joined by invisible hyphens', repeat('a\u00ad')],
  ['words that almost are a name', repeat(`${'a'.repeat(99)}b `)],
  ['composed accents', repeat('á')],
  ['decomposed accents', repeat('a\u0301')],
  ['Thai syllables', repeat('คน')],
  ['Chinese characters', repeat('中')],
  ['Korean syllables', repeat('가')],
  ['mathematical letters', repeat('𝐚')],
  ['fractions and ligatures', repeat('½ﬁﷺ')],
  ['emoji', repeat('👩‍👩‍👧‍👦')],
  ['names joined by "and"', repeat('Acme and ')],
  ['names joined by slashes', repeat('Acme/')],
  ['a name and its context in one sentence', repeat('Acme near ')],
  ['names in sentences with their context', repeat('Acme near. ')],
  ['a name without its context', repeat('Acme never near a ')],
  ['a name after each "than"', repeat('Acme than ')],
  ['an item with many names', `- ${repeat('Acme, ')}`],
  ['bulleted names', repeat('- Acme\n')],
  ['numbered names', Array.from({ length: 80_000 }, (_, index) => `${index % 999}. Acme`).join('\n')],
  ['a countdown', Array.from({ length: 80_000 }, (_, index) => `${999 - (index % 999)}. Acme`).join('\n')],
  ['headings with names', repeat('# Acme\n## a\n')],
  ['bold lines', repeat('**Acme**\n')],
  ['rows with names', repeat('| Acme | a |\n')],
  [
    'many open lists',
    `${Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth)}1. Acme`).join('\n')}${repeat('\na')}`,
  ],
  ['footnotes with names', repeat('[1]: Acme\n')],
  ['titles of sources', repeat('Sources:\n')],
  ['sources and lists', repeat('Sources: Acme\n- b\n')],
  ['spaces after a title of sources', `Sources${repeat(' ')}x`],
  ['spaces before a title of sources', `(${' '.repeat(240_000)}Sources: a1a`],
  ['a mail address without an end', `${'x'.repeat(64)}@${repeat('a')}`],
  ['hosts', repeat('acme.com ')],
  ['Polish words', repeat('Żabki są bardzo dobre i to jest dla was ')],
];

/** A function that reads a text, with its name. */
export type TextReader = [name: string, read: (text: string) => unknown];

/** Lists the functions that take more than 600 ms of CPU time to read a text, even in their fastest attempt. */
export function findSlowReaders(readers: readonly TextReader[], text: string): string[] {
  return readers.flatMap(([name, read]) => {
    let ms = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < attempts && ms > maxMs; attempt += 1) {
      const taken = measureThreadMs(() => read(text));
      ms = Math.min(ms, taken > maxMs ? taken / measureSlowness() : taken);
    }
    return ms > maxMs ? [`${name}: ${Math.round(ms)} ms`] : [];
  });
}
