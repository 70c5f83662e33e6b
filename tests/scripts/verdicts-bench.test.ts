import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseDataSet } from '#scripts/bench/verdicts/data-set';
import { runDataSet } from '#scripts/bench/verdicts/main';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { startDashboard } from '#tests/support/dashboard';
import {
  hasVectors,
  listVectors,
  storedPanels,
  type Vector,
  vectorsTitleSuffix,
} from '#tests/support/statistics-vectors';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const run = (data: object, options: Partial<Parameters<typeof runDataSet>[2]> = {}) =>
  runDataSet(dashboard.db, parseDataSet(JSON.stringify(data), 1), { rows: null, alerts: false, ...options });

const letters: Readonly<Record<string, string>> = {
  up: 'u',
  down: 'd',
  'no clear change': 'n',
  'too early': 'e',
  'not comparable': 'x',
};

/** Vectors on the first brand of a panel, which need nothing that a data set cannot say. */
function listUsable(kind: string): [string, Vector][] {
  return listVectors(kind).filter(
    ([, { input }]) =>
      input.brand === 0 && !['segments', 'spans', 'values', 'changed'].some((name) => name in input),
  );
}

function toDataSet({ id, input }: Vector): object {
  const { panel, previous, current, from, to } = input;
  return {
    design: id,
    ...storedPanels.get(String(panel)),
    previous,
    current,
    watch: from === undefined ? null : [from, to],
  };
}

describe.runIf(hasVectors)(`data sets through a database${vectorsTitleSuffix}`, () => {
  test.each(listUsable('change'))('%s', async (_, vector) => {
    const expected = z
      .object({
        difference: z.number(),
        low: z.number().nullable(),
        high: z.number().nullable(),
        verdict: z.string(),
      })
      .parse(vector.expect);
    const [design, rep, verdict, ...numbers] = (await run(toDataSet(vector))).split(', ');
    expect([design, rep, verdict]).toEqual([vector.id, '0', letters[expected.verdict]]);
    for (const [index, value] of [expected.difference, expected.low, expected.high].entries()) {
      const found = Number(numbers[index]);
      if (value === null) expect(found).toBeNaN();
      else expect(found).toBeCloseTo(value, 4);
    }
  });

  test.each(listUsable('rows').filter(([, { input }]) => input.by === 'prompt'))('%s', async (_, vector) => {
    const { rows } = z.object({ rows: z.array(z.object({ verdict: z.string() })) }).parse(vector.expect);
    expect(await run(toDataSet(vector), { rows: 'prompt' })).toBe(
      [vector.id, 0, rows.map(({ verdict }) => letters[verdict]).join('')].join(', '),
    );
  });

  test.each(listUsable('alert').filter(([, { input }]) => 'from' in input))('%s', async (_, vector) => {
    const { fast, strict } = z
      .object({ fast: z.array(z.int()), strict: z.array(z.int()) })
      .parse(vector.expect);
    expect(await run(toDataSet(vector), { alerts: true })).toBe(
      [vector.id, 0, fast.join(' '), strict.join(' ')].join(', '),
    );
  });
});

/** Answers of three brands that vary at random, with a level that changes by `effect` in the current period. */
function generateDataSet(
  random: () => number,
  { prompts, effect }: { prompts: number; effect: number },
): object {
  const segments = Array.from({ length: prompts * 3 }, (_, index) => [
    `p${Math.floor(index / 3)}`,
    `e${index % 3}`,
    'c0',
  ]);
  const brands = [0.3, 0.35, 0.25].map((level, brand) =>
    segments.map(() => {
      const rate = Math.min(0.9, Math.max(0.05, level + 0.3 * (random() - 0.5)));
      return Array.from({ length: 56 }, (_, day) =>
        random() < rate + (brand === 0 && day >= 28 ? effect : 0) ? '1' : '0',
      ).join('');
    }),
  );
  return { days: 56, answers: 1, segments, brands, previous: [0, 28], current: [28, 56] };
}

test('nearly no verdict is up or down without a change, and nearly all are up with one of 15 points', async () => {
  const random = createRandom(1);
  const judge = async (effect: number) => {
    const verdicts: (string | undefined)[] = [];
    for (let rep = 0; rep < 12; rep += 1)
      verdicts.push((await run(generateDataSet(random, { prompts: 8, effect }))).split(', ')[2]);
    return verdicts;
  };
  expect((await judge(0)).filter((verdict) => verdict !== 'n').length).toBeLessThanOrEqual(2);
  expect((await judge(0.15)).filter((verdict) => verdict === 'u').length).toBeGreaterThanOrEqual(11);
});
