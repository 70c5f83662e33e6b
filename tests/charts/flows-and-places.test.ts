import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flowShapes } from '#lib/charts/flow-shapes';
import { ordinal, placeColumns } from '#lib/charts/place-columns';
import { type FlowInput, sourceFlow } from '#lib/charts/source-flow';
import { sparkline } from '#lib/charts/sparkline';
import type { Figure, TrackedBrand } from '#lib/core/figure';
import { gradeOf, wilson } from '#lib/core/rate';
import { competitorsSentence } from '#lib/format/competitors-sentence';
import { domainSentence, sourcesSentence } from '#lib/format/sources-sentence';

const own: TrackedBrand = { id: 'own', name: 'Tarnhoof', role: 'own', hue: 0 };
const rival: TrackedBrand = { id: 'rival', name: 'Grumblefell', role: 'competitor', hue: 1 };

function figure(numerator: number, denominator: number): Figure {
  return { ...wilson(numerator, denominator), clustered: null, grade: gradeOf(denominator), change: null };
}

const flowInput = fc
  .record({
    engine: fc.constantFrom('chat', 'gen', 'answer'),
    domain: fc.constantFrom('a.example', 'b.example', 'c.example', null),
    counts: fc.tuple(fc.nat(40), fc.nat(40)),
  })
  .map(
    ({ engine, domain, counts: [a, b] }): FlowInput => ({
      engine,
      domain,
      cited: Math.max(a, b),
      named: Math.min(a, b),
    }),
  );
const flowInputs = fc.uniqueArray(flowInput, { selector: ({ engine, domain }) => `${engine} ${domain}` });
const names = { engineLabel: (engine: string) => engine, brand: own, ownerOf: () => undefined, others: 3 };

test('what flows into a domain flows out of it, and nothing flows that is not there', () => {
  fc.assert(
    fc.property(flowInputs, (some) => {
      const { nodes, links } = sourceFlow(some, names);
      expect(links.every(({ value }) => value > 0)).toBe(true);
      expect(new Set(nodes.map(({ name }) => name)).size).toBe(nodes.length);
      const sum = (end: 'source' | 'target', index: number) =>
        links.filter((link) => link[end] === index).reduce((total, { value }) => total + value, 0);
      for (const [index, { column }] of nodes.entries()) {
        expect(sum('source', index) + sum('target', index)).toBeGreaterThan(0);
        if (column === 'domain') expect(sum('source', index)).toBe(sum('target', index));
      }
      const named = nodes.findIndex(({ name }) => name === 'Names Tarnhoof');
      const expected = some.reduce((total, one) => total + one.named, 0);
      expect(named === -1 ? 0 : sum('target', named)).toBe(expected);
    }),
  );
});

test('a drawn flow keeps inside its box, its nodes apart, and fills each node with its streams', () => {
  fc.assert(
    fc.property(flowInputs, (some) => {
      const chart = sourceFlow(some, names);
      const { nodes, streams } = flowShapes(chart, { width: 1000, height: 400, padding: 14 });
      expect(streams).toHaveLength(chart.links.length);
      const edges = ({ at, height }: (typeof nodes)[number]) =>
        [at.y - height / 2, at.y + height / 2] as const;
      for (const column of ['engine', 'domain', 'outcome'] as const) {
        const drawn = nodes.filter((node) => node.column === column);
        for (const [index, node] of drawn.entries()) {
          const [top, bottom] = edges(node);
          expect(top).toBeGreaterThanOrEqual(-1e-6);
          expect(bottom).toBeLessThanOrEqual(400 + 1e-6);
          const above = drawn[index - 1];
          if (above) expect(top - edges(above)[1]).toBeCloseTo(14, 6);
        }
      }
      const ends = streams.map(({ path }) => {
        const [left, from, to, below] =
          /^M(\d+) ([\d.]+)C.* ([\d.]+)V([\d.]+)C/.exec(path)?.slice(1).map(Number) ?? [];
        return { left, from: from ?? Number.NaN, tall: (below ?? Number.NaN) - (to ?? Number.NaN) };
      });
      for (const node of nodes.filter(({ column }) => column !== 'outcome')) {
        const [top, bottom] = edges(node);
        const out = ends.filter(({ left, from }) => {
          return left === node.at.across * 1000 && from > top - 0.1 && from < bottom;
        });
        expect(Math.min(...out.map(({ from }) => from))).toBeCloseTo(top, 0);
        expect(Math.max(...out.map(({ from, tall }) => from + tall))).toBeCloseTo(bottom, 0);
      }
    }),
  );
});

test('a flow has the widest first, other domains last, and the colours of their owners', () => {
  const { nodes } = sourceFlow(
    [
      { engine: 'gen', domain: null, cited: 90, named: 10 },
      { engine: 'gen', domain: 'small.example', cited: 5, named: 0 },
      { engine: 'gen', domain: 'grumblefell.example', cited: 20, named: 2 },
      { engine: 'chat', domain: 'small.example', cited: 1, named: 1 },
    ],
    {
      engineLabel: (engine) => engine.toUpperCase(),
      brand: own,
      ownerOf: (domain) => (domain.startsWith('grumble') ? rival : undefined),
      others: 7,
    },
  );
  const inColumn = (wanted: string) =>
    nodes.filter(({ column }) => column === wanted).map(({ name }) => name);
  expect(inColumn('engine')).toEqual(['GEN', 'CHAT']);
  expect(inColumn('domain')).toEqual(['grumblefell.example', 'small.example', '7 other domains']);
  expect(nodes.find(({ name }) => name === 'grumblefell.example')?.colour).toBe('var(--brand-1)');
});

test('places are shares of the answers that name the brand, up to as many places as brands', () => {
  const { columns, axis } = placeColumns(
    [
      { brand: own, mentioned: 40, places: [20, 10, 10, 0, 0, 0, 0, 0, 0, 0] },
      { brand: rival, mentioned: 0, places: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] },
    ],
    3,
  );
  expect(columns.map(({ label, mark }) => [label, mark])).toEqual([
    ['1st', '1'],
    ['2nd', '2'],
    ['3rd', '3'],
  ]);
  expect(columns[0]?.shares.own).toEqual({ value: 0.5, answers: 20, words: '50%', interval: '35 to 65' });
  expect(columns[0]?.shares.rival).toMatchObject({ value: null, words: '–' });
  expect(axis.max).toBeGreaterThanOrEqual(0.5);
  const many = placeColumns([{ brand: own, mentioned: 10, places: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1] }], 14);
  expect([many.columns.length, many.columns.at(-1)?.label, many.columns.at(-1)?.mark]).toEqual([
    10,
    '10th or later',
    '10+',
  ]);
});

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [21, '21st'],
])('the place %d is the %s', (place, words) => {
  expect(ordinal(place)).toBe(words);
});

test('a trend keeps its gaps, stays in its frame and marks a day that stands alone', () => {
  const size = { width: 80, height: 20 };
  expect(sparkline([0, 0.5, null, 1, null], size)).toBe('M0 20L20 10M60 0h0');
  expect(sparkline([null, null], size)).toBe('');
  expect(sparkline([0, 0], size)).toBe('M0 20L80 20');
  const values = fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 60 });
  fc.assert(
    fc.property(values, (some) => {
      const points = [...sparkline(some, size).matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)];
      expect(points).toHaveLength(some.filter((value) => value !== null).length);
      for (const [, x, y] of points) {
        expect(Number(x) >= 0 && Number(x) <= 80 && Number(y) >= 0 && Number(y) <= 20).toBe(true);
      }
    }),
  );
});

const sources = { citations: 4210, answers: 1204, total: 87, brand: 'Tarnhoof' };

test.each([
  [
    'most and our own',
    {
      ...sources,
      most: { domain: 'a.example', citationShare: wilson(842, 4210) },
      ownShare: figure(253, 4210),
    },
    '4,210 citations in 1,204 answers point at 87 domains, most at a.example (20%); 6.0% point at sites of Tarnhoof (5.3 to 6.8).',
  ],
  [
    'none of ours',
    { ...sources, citations: 1, total: 1, answers: 1, most: null, ownShare: figure(0, 1) },
    '1 citation in 1 answer points at 1 domain; none points at a site of Tarnhoof.',
  ],
  [
    'listed alone',
    { ...sources, citations: 0, total: 1, most: null, ownShare: figure(0, 0) },
    '1 domain is listed in 1,204 answers, but no text points at any.',
  ],
])('the sentence about sources with %s', (_, input, expected) => {
  expect(sourcesSentence(input)).toBe(expected);
});

test('the sentence about a domain says how often it is cited, or that it never is', () => {
  const figures = {
    citationShare: figure(50, 1000),
    citationRate: figure(120, 1204),
    listed: figure(301, 1204),
  };
  expect(domainSentence(figures)).toBe(
    'Cited in 10% of 1,204 answers (8.4 to 12) and listed in 25%; 5.0% of all citations.',
  );
  expect(domainSentence({ ...figures, citationRate: figure(0, 1204) })).toBe(
    'Never cited in 1,204 answers, though listed in 25% of them.',
  );
});

test.each([
  [
    'a competitor ahead',
    [
      { brand: rival, visibility: figure(500, 1000) },
      { brand: own, visibility: figure(330, 1000) },
    ],
    { everywhere: 4, asked: 30 },
    'Grumblefell is named most, in 50% of 1,000 answers (47 to 53), before Tarnhoof with 33%; in 4 of 30 prompts a competitor is named and Tarnhoof never.',
  ],
  [
    'us ahead',
    [
      { brand: own, visibility: figure(500, 1000) },
      { brand: rival, visibility: figure(330, 1000) },
    ],
    { everywhere: 0, asked: 30 },
    'Tarnhoof is named most, in 50% of 1,000 answers (47 to 53), before Grumblefell with 33%; no prompt names a competitor without Tarnhoof.',
  ],
  [
    'nobody else',
    [{ brand: own, visibility: figure(1, 1) }],
    { everywhere: 0, asked: 1 },
    'Tarnhoof is named in 100% of 1 answer (21 to 100); no competitor is tracked yet.',
  ],
  [
    'no answers',
    [{ brand: own, visibility: figure(0, 0) }],
    { everywhere: 0, asked: 0 },
    'No answers in these days yet.',
  ],
])('the sentence about competitors with %s', (_, standings, mentionGaps, expected) => {
  expect(competitorsSentence({ brand: own, standings, mentionGaps })).toBe(expected);
});
