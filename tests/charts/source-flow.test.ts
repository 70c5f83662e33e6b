import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildSourceFlow, layoutSourceFlow } from '#lib/charts/source-flow';
import type { TrackedBrand } from '#lib/core/metric';
import type { SourceFlow } from '#lib/dashboard/analytics/sources/sources';

const own: TrackedBrand = { id: 'own', name: 'Tarnhoof', role: 'own', colorIndex: 0 };
const competitor: TrackedBrand = { id: 'other', name: 'Grumblefell', role: 'competitor', colorIndex: 1 };

const flowInput = fc
  .record({
    engine: fc.constantFrom('chat', 'gen', 'answer'),
    domain: fc.constantFrom('a.example', 'b.example', 'c.example', null),
    counts: fc.tuple(fc.nat(40), fc.nat(40)),
  })
  .map(
    ({ engine, domain, counts: [a, b] }): SourceFlow => ({
      engine,
      domain,
      cited: Math.max(a, b),
      mentioned: Math.min(a, b),
    }),
  );
const flowInputs = fc.uniqueArray(flowInput, { selector: ({ engine, domain }) => `${engine} ${domain}` });
const labels = { brand: own, getOwner: () => undefined, otherDomainCount: 3 };

test('balances the flow into and out of each domain, without empty links', () => {
  fc.assert(
    fc.property(flowInputs, (rows) => {
      const { nodes, links } = buildSourceFlow(rows, labels);
      expect(links.every(({ value }) => value > 0)).toBe(true);
      expect(new Set(nodes.map(({ name }) => name)).size).toBe(nodes.length);
      const sum = (end: 'source' | 'target', index: number) =>
        links.filter((link) => link[end] === index).reduce((total, { value }) => total + value, 0);
      for (const [index, { column }] of nodes.entries()) {
        expect(sum('source', index) + sum('target', index)).toBeGreaterThan(0);
        if (column === 'domain') expect(sum('source', index)).toBe(sum('target', index));
      }
      const mentions = nodes.findIndex(({ name }) => name === 'Mentions Tarnhoof');
      const expected = rows.reduce((total, { mentioned }) => total + mentioned, 0);
      expect(mentions === -1 ? 0 : sum('target', mentions)).toBe(expected);
    }),
  );
});

test('sorts engines and domains by size, with the other domains last', () => {
  const createRow = (engine: string, domain: string | null, cited: number): SourceFlow => ({
    engine,
    domain,
    cited,
    mentioned: 1,
  });
  const { nodes } = buildSourceFlow(
    [
      createRow('chat', null, 90),
      createRow('chat', 'a.example', 10),
      createRow('gen', 'a.example', 5),
      createRow('gen', 'b.example', 300),
    ],
    labels,
  );
  const list = (column: string) => nodes.filter((node) => node.column === column).map(({ name }) => name);
  expect(list('engine')).toEqual(['Gemini', 'ChatGPT']);
  expect(list('domain')).toEqual(['b.example', 'a.example', '3 other domains']);
  expect(list('outcome')).toEqual(['Mentions Tarnhoof', 'Doesn’t mention Tarnhoof']);
});

test('lays out nodes inside the box with a gap between them, and links that fill the height of each node', () => {
  fc.assert(
    fc.property(flowInputs, (rows) => {
      const chart = buildSourceFlow(rows, labels);
      const { nodes, links } = layoutSourceFlow(chart, { width: 1000, height: 400, padding: 14 });
      expect(links).toHaveLength(chart.links.length);
      const getEdges = ({ center, height }: (typeof nodes)[number]) =>
        [center.y - height / 2, center.y + height / 2] as const;
      for (const column of ['engine', 'domain', 'outcome'] as const) {
        const inColumn = nodes.filter((node) => node.column === column);
        for (const [index, node] of inColumn.entries()) {
          const [top, bottom] = getEdges(node);
          expect(top).toBeGreaterThanOrEqual(-1e-6);
          expect(bottom).toBeLessThanOrEqual(400 + 1e-6);
          const above = inColumn[index - 1];
          if (above) expect(top - getEdges(above)[1]).toBeCloseTo(14, 6);
        }
      }
      const ends = links.map(({ path }) => {
        const [left, from, to, below] =
          /^M(\d+) ([\d.]+)C.* ([\d.]+)V([\d.]+)C/.exec(path)?.slice(1).map(Number) ?? [];
        return { left, from: from ?? Number.NaN, size: (below ?? Number.NaN) - (to ?? Number.NaN) };
      });
      for (const node of nodes.filter(({ column }) => column !== 'outcome')) {
        const [top, bottom] = getEdges(node);
        const outgoing = ends.filter(({ left, from }) => {
          return left === node.center.xRatio * 1000 && from > top - 0.1 && from < bottom;
        });
        expect(Math.min(...outgoing.map(({ from }) => from))).toBeCloseTo(top, 0);
        expect(Math.max(...outgoing.map(({ from, size }) => from + size))).toBeCloseTo(bottom, 0);
      }
    }),
  );
});

test('shows the name of each engine, and gives each domain the color of the brand that owns it', () => {
  const { nodes } = buildSourceFlow(
    [
      { engine: 'gen', domain: null, cited: 90, mentioned: 10 },
      { engine: 'gen', domain: 'small.example', cited: 5, mentioned: 0 },
      { engine: 'gen', domain: 'grumblefell.example', cited: 20, mentioned: 2 },
      { engine: 'chat', domain: 'small.example', cited: 1, mentioned: 1 },
    ],
    {
      brand: own,
      getOwner: (domain: string) => (domain.startsWith('grumble') ? competitor : undefined),
      otherDomainCount: 7,
    },
  );
  const listNames = (wantedColumn: string) =>
    nodes.filter(({ column }) => column === wantedColumn).map(({ name }) => name);
  expect(listNames('engine')).toEqual(['Gemini', 'ChatGPT']);
  expect(listNames('domain')).toEqual(['grumblefell.example', 'small.example', '7 other domains']);
  expect(nodes.find(({ name }) => name === 'grumblefell.example')?.color).toBe('var(--brand-1)');
});
