import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fanOutTree } from '#lib/charts/fan-out-tree';
import { wilson } from '#lib/core/rate';
import { citationMarks } from '#lib/format/citation-marks';
import { answersSentence, conditionWords } from '#lib/format/condition-words';
import { fanOutSentence } from '#lib/format/fan-out-sentence';
import { highlightPieces } from '#lib/format/highlight-pieces';
import { turnover, wordDiff } from '#lib/format/word-diff';

const words = fc
  .array(fc.constantFrom('a', 'boot', 'Boot', ',', '.', ' ', ' ', '\n', '靴', '😀', '[1]', '[2]'), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));

describe('what changed between two answers', () => {
  test('the parts without what was added are the text before, without what was removed the text now', () => {
    fc.assert(
      fc.property(words, words, (before, now) => {
        const parts = wordDiff(before, now);
        const joined = (left: string) =>
          parts.flatMap(({ kind, text }) => (kind === left ? [] : [text])).join('');
        expect(joined('added')).toBe(before);
        expect(joined('removed')).toBe(now);
        expect(parts.every(({ text }) => text !== '')).toBe(true);
      }),
    );
  });

  test('words that changed beside each other are one change', () => {
    expect(wordDiff('It builds shoes like sheds.', 'It makes boots like tents.')).toEqual([
      { kind: 'same', text: 'It ' },
      { kind: 'removed', text: 'builds shoes' },
      { kind: 'added', text: 'makes boots' },
      { kind: 'same', text: ' like ' },
      { kind: 'removed', text: 'sheds' },
      { kind: 'added', text: 'tents' },
      { kind: 'same', text: '.' },
    ]);
  });

  test('texts that share nearly nothing are called different without being compared for long', () => {
    const [before, now] = ['x', 'y'].map((word) =>
      Array.from({ length: 4000 }, (_, index) => `${word}${index}`).join(' '),
    );
    expect(wordDiff(before ?? '', now ?? '').map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });

  test('what came, went and stayed make up both lists', () => {
    const names = fc.array(fc.constantFrom<string>('a', 'b', 'c', 'd'));
    fc.assert(
      fc.property(names, names, (before, now) => {
        const { came, went, stayed } = turnover(before, now);
        expect(new Set([...went, ...stayed])).toEqual(new Set(before));
        expect(new Set([...came, ...stayed])).toEqual(new Set(now));
        expect(came.filter((name) => before.includes(name))).toEqual([]);
      }),
    );
  });
});

describe('citation marks', () => {
  test.each([
    ['none', 'plain', [{ text: 'plain' }]],
    ['two in a row', 'so.[1][2] And', [{ text: 'so.' }, { source: 1 }, { source: 2 }, { text: ' And' }]],
    ['of a source that is not there', 'see [9]', [{ text: 'see [9]' }]],
    ['what only looks like one', '[x] [1.5] []', [{ text: '[x] [1.5] []' }]],
  ])('%s', (_, text, expected) => {
    expect(citationMarks(text, new Set([1, 2]))).toEqual(expected);
  });

  test('joined they are the text again', () => {
    fc.assert(
      fc.property(words, (text) => {
        const joined = citationMarks(text, new Set([1])).map((piece) =>
          'text' in piece ? piece.text : `[${piece.source}]`,
        );
        expect(joined.join('')).toBe(text);
      }),
    );
  });
});

describe('mentions in set text', () => {
  const marked = (text: string, spans: number[], pieces: string[]) =>
    highlightPieces(text, [{ brandId: 'b', spans }], pieces).map((segments) =>
      segments.map(({ text: part, brandId }) => (brandId ? `<${part}>` : part)).join(''),
    );

  test('only the place that was a mention is marked, though the words stand elsewhere too', () => {
    const text = 'You like You, the engine.';
    expect(marked(text, [9, 12], ['You like ', 'You', ', the engine.'])).toEqual([
      'You like ',
      '<You>',
      ', the engine.',
    ]);
  });

  test('where the two texts differ in places, each is marked', () => {
    expect(marked('Kar is good.', [0, 3], ['Kar is good.', 'See Kar.'])).toEqual([
      '<Kar> is good.',
      'See <Kar>.',
    ]);
  });

  test('the segments of a piece joined are the piece again', () => {
    fc.assert(
      fc.property(words, fc.array(words), fc.array(fc.nat(50)), (text, pieces, spans) => {
        const segments = highlightPieces(text, [{ brandId: 'b', spans }], pieces);
        expect(segments.map((one) => one.map((part) => part.text).join(''))).toEqual(pieces);
      }),
    );
  });
});

describe('the tree of searches', () => {
  const prompt = fc.record({
    promptId: fc.uuid(),
    prompt: fc.string(),
    queries: fc.uniqueArray(fc.record({ query: fc.string(), asked: fc.integer({ min: 1, max: 900 }) }), {
      selector: ({ query }) => query,
      maxLength: 6,
    }),
    total: fc.nat(9),
  });

  test('nothing overlaps, everything lies inside, and each prompt stands amid its searches', () => {
    fc.assert(
      fc.property(fc.uniqueArray(prompt, { selector: ({ promptId }) => promptId }), (inputs) => {
        const tree = fanOutTree(inputs, { row: 30, gap: 10, reach: 90 });
        const lines = [...tree.leaves, ...tree.rests].map(({ middle }) => middle).sort((a, b) => a - b);
        for (const [index, middle] of lines.entries()) {
          expect(middle - (lines[index - 1] ?? -15)).toBeGreaterThanOrEqual(30);
          expect(middle + 15).toBeLessThanOrEqual(tree.height);
        }
        for (const { promptId, middle } of tree.prompts) {
          const own = [...tree.leaves, ...tree.rests].filter((one) => one.promptId === promptId);
          const middles = own.map((one) => one.middle);
          if (own.length > 0) expect(middle).toBeCloseTo((Math.min(...middles) + Math.max(...middles)) / 2);
        }
        expect(tree.branches).toHaveLength(tree.leaves.length);
        for (const { width } of tree.branches) expect(width).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  test('a search made more often has the wider branch, and what is left out is counted', () => {
    const queries = [
      { query: 'often', asked: 90 },
      { query: 'seldom', asked: 3 },
    ];
    const { branches, rests } = fanOutTree([{ promptId: 'p', prompt: 'P', queries, total: 7 }]);
    expect(branches.map(({ width }) => Math.round(width))).toEqual([8, 1]);
    expect(rests.map(({ left }) => left)).toEqual([5]);
  });
});

test.each([
  [{}, '5 answers'],
  [{ named: 'a' }, '5 answers naming Ab'],
  [
    { named: 'a', cites: 'news.example', words: 'x' },
    '5 answers naming Ab, citing news.example and containing “x”',
  ],
  [{ rank: { brandId: 'a', place: 3 } }, '5 answers naming Ab third'],
  [
    { rank: { brandId: 'a', place: 10 }, unbranded: true },
    '5 answers to prompts that name no brand, naming Ab tenth or later',
  ],
  [{ unbranded: true, run: 'r' }, '5 answers to prompts that name no brand and from one run'],
])('conditions %j in words', (conditions, expected) => {
  expect(
    answersSentence(
      '5 answers',
      conditionWords(conditions, () => 'Ab'),
    ),
  ).toBe(expected);
});

describe('the sentence of the fan-out page', () => {
  const told = { engine: 'answer', answers: 40, fanned: wilson(40, 40) };
  const silent = { engine: 'gen', answers: 40, fanned: wilson(0, 40) };
  const queries = [{ query: 'best boots', asked: 20, named: wilson(5, 20) }];
  const say = (facts: Parameters<typeof fanOutSentence>[0]) => fanOutSentence(facts, 'Ab', (key) => key);

  test('names the search made most, where it leads, and who tells none', () => {
    expect(say({ queries, total: 7, engines: [told, silent] })).toBe(
      '7 different searches, told by answer in 40 answers. “best boots” is searched most; 25% of its 20 answers (11 to 47) then name Ab. gen tells none.',
    );
  });

  test('says when no engine tells any, and stays general before there are answers', () => {
    expect(say({ queries: [], total: 0, engines: [silent] })).toBe(
      'No engine told a search in these days. gen tells none.',
    );
    expect(say({ queries: [], total: 0, engines: [] })).toBe(
      'The searches engines make of their own to answer a prompt.',
    );
  });
});
