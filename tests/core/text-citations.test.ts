import { describe, expect, it, test } from 'vitest';
import { removeCitations } from '#lib/core/citation-marks';
import { findTextCitations, mergeCitations } from '#lib/core/text-citations';

const a = 'https://a.example/one';
const b = 'https://b.example/two?x=1';
const readUrls = (markdown: string) => mergeCitations([], findTextCitations(markdown)).map(({ url }) => url);

describe('citations of a Markdown text', () => {
  it.each([
    ['a link', `As [the survey](${a}) says.`, [a]],
    ['a link with a title', `As [the survey](${a} "A (short) title") says.`, [a]],
    ['a target in angle brackets', `As [the survey](<${a}>) says.`, [a]],
    ['brackets in the label', `See [kayaks [2026]](${a}).`, [a]],
    [
      'parentheses in the target',
      'See [it](https://a.example/Kayak_(boat)).',
      ['https://a.example/Kayak_(boat)'],
    ],
    ['numbered markers', `Dry[[1]](${a})[[2]](${b}). Light![[1]](${a})`, [a, b, a]],
    ['a plain URL', `See ${a}, (${b}) or **${a}**.`, [a, b, a]],
    ['an autolink', `See <${a}>.`, [a]],
    ['a plain URL without a scheme', 'See www.a.example/one.', ['https://www.a.example/one']],
    [
      'a plain URL between Japanese letters',
      '詳細はhttps://a.exampleをご覧ください。',
      ['https://a.example'],
    ],
    ['a plain URL before Chinese punctuation', `见${a}。另见${b}，谢谢`, [a, b]],
    ['a host of another script', 'Смотри https://лодки.example/тест.', ['https://лодки.example/тест']],
    [
      'an entity in the target',
      'See [it](https://b.example/two?x=1&amp;y=2).',
      ['https://b.example/two?x=1&y=2'],
    ],
    ['a link by reference', `It is [dry][t] and [light].\n\n[t]: ${a}\n[light]: <${b}> "Light"`, [a, b]],
    ['numbers by reference', `Dry [1][2]. Light [1].\n\n[1]: ${a}\n[2]: ${b}`, [a, b, a]],
    ['footnotes', `Dry[^1]. Light[^n].\n\n[^1]: Survey, ${a}\n[^n]: [Tank test](${b})`, [a, b]],
    ['a footnote that nothing refers to', `Dry.\n\n[^1]: Survey, ${a}`, [a]],
    ['a definition that nothing refers to', `Dry.\n\n[1]: ${a}`, []],
    ['an HTML link', `See <a class="x" href="${a}">the survey</a>.`, [a]],
    ['table cells', `| x | y |\n| --- | --- |\n| [x](${a}) | ${b} |`, [a, b]],
    ['an image with a link', `[![x](https://i.example/x.png)](${a})`, [a]],
    ['images', `![x](${a}) <img src="${b}">`, []],
    ['code', `\`[x](${a})\`\n\n\`\`\`\ncurl ${b}\n\`\`\``, []],
    [
      'mail addresses, files and local hosts',
      'a@www.b.example mailto:a@b.example ftp://b.example http://localhost/x',
      [],
    ],
    ['relative links', '[x](/y) and [z](#top)', []],
    [
      'results of a search engine',
      'See https://www.google.com/search?q=x, https://www.bing.com/maps?x and https://support.google.com/x.',
      ['https://support.google.com/x'],
    ],
  ])('%s', (_, markdown, urls) => {
    expect(readUrls(markdown)).toEqual(urls);
  });

  it.each([
    ['numbers', `Dry [1], light [2], dry [1].\n\nQuellen:\n1. [Umfrage](${a})\n2. [Test](${b})`, [a, b, a]],
    ['numbers with titles', `Dry [1].\n\n**Sources**\n[1] The survey – ${a}\n[2] Test: ${b}`, [a, b]],
    [
      'an entry that the text links to',
      `As [the survey](${a}) says.\n\n## 来源\n- [a.example](${a})\n- ${b}`,
      [a, b],
    ],
    ['entries without markers', `As [it](${a}) says.\n\nFuentes:\n${a}\n${b}`, [a, b]],
    ['recommendations', `Top: [A](${a}).\n\n1. A – light. [A](${a})\n2. B – dry. [B](${b})`, [a, a, b]],
  ])('in a list of sources at the end, %s count once', (_, markdown, urls) => {
    expect(readUrls(markdown)).toEqual(urls);
  });
});

describe('merging with the citations that a provider reports', () => {
  const text = `Dry ([a.example](${a})). Light [b](${b}), [b](${b}).`;
  const found = findTextCitations(text);
  const merge = (...reported: { url: string; span?: { start: number; end: number } }[]) =>
    mergeCitations(reported, found).map(({ url }) => url);

  test('without any, the links of the text are the citations', () => {
    expect(merge()).toEqual([a, b, b]);
  });

  test('a reported place counts once, with or without the parentheses around it', () => {
    expect(merge({ url: a, span: { start: 4, end: 4 + a.length + 15 } })).toEqual([a, b, b]);
    expect(merge({ url: `${a}?utm_source=x`, span: { start: 5, end: 5 + a.length + 13 } })).toEqual([
      `${a}?utm_source=x`,
      b,
      b,
    ]);
  });

  test('a passage with several pages counts once for each, and once more for a link to another page', () => {
    const span = { start: 0, end: text.length };
    expect(merge({ url: b, span }, { url: 'https://c.example', span })).toEqual([b, 'https://c.example', a]);
  });

  test('a page reported without a place takes the place of one link', () => {
    expect(merge({ url: b })).toEqual([a, b, b]);
    expect(merge({ url: 'https://c.example' })).toEqual([a, b, b, 'https://c.example']);
  });

  test('a place that is reported twice counts once', () => {
    const span = { start: 0, end: 3 };
    expect(merge({ url: 'https://c.example', span }, { url: 'https://c.example', span })).toEqual([
      'https://c.example',
      a,
      b,
      b,
    ]);
  });
});

test.each([
  ['a chip after a sentence', `Book early. [Harbour Post](${a})`, 'Book early.'],
  ['a chip with further sources', `Book early [Some Site +2](${a})\n\nNext.`, 'Book early\n\nNext.'],
  [
    'chips after a sentence',
    `Book early. [Harbour Post](${a}) [b.example](${b})\nNext.`,
    'Book early.\nNext.',
  ],
  ['the name of the site', 'Frost protection. [Shedly](https://shedly.example/pro)', 'Frost protection.'],
  ['links in parentheses of their own', `Dry ([Harbour](${a}), [Quay](${b})).`, 'Dry.'],
  ['a domain after the words', `It is dry [a.example](${a}).`, 'It is dry.'],
  ['numbers', `Dry[[1]](${a})[2](${b}).`, 'Dry.'],
  ['Chinese', `很轻（[a.example](${a})）。`, '很轻。'],
])('the text has no marks of citations: %s', (_, markdown, text) => {
  expect(removeCitations(markdown, { found: findTextCitations(markdown), names: ['Harbour Post'] })).toBe(
    text,
  );
});

test.each([
  ['a name in a sentence', `Says [Harbour Post](${a}), too.`],
  ['a name that begins a sentence', `Dry. [Harbour Post](${a}) says so.`],
  ['a recommendation', `My pick is [Harbour Post](${a}).`],
  ['an item', `1. [Harbour Post](${a})\n2. **[b.example](${b})** – dry`],
  ['a brand named like its site', 'Use [monday.example](https://monday.example) for teams.'],
  ['names in a remark', `Tools (like [Harbour Post](${a}) and [Quay](${b})) are light.`],
  ['a verdict', `**Best overall:** [Harbour Post](${a})`],
  ['a plain URL', `See ${a}.`],
])('the label of a link that is part of the answer stays: %s', (_, markdown) => {
  expect(removeCitations(markdown, { found: findTextCitations(markdown), names: ['Harbour Post'] })).toBe(
    markdown,
  );
});
