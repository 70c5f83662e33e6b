import { expect, test } from 'vitest';
import { addDays } from '#lib/core/time';
import type { AlertNumbers } from '#lib/dashboard/alerts/conditions/condition';
import { describeLead } from '#lib/dashboard/alerts/conditions/watch-competitors';
import { describeDomain } from '#lib/dashboard/alerts/conditions/watch-domains';
import { describeFinding, type MetricCondition } from '#lib/dashboard/alerts/conditions/watch-metric';
import type { WatchedCondition } from '#lib/dashboard/alerts/conditions/watcher';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { buildMetricFilters } from '#tests/support/metric-filters';

const stateCount = 200;
const day = '2026-11-20';

/** Reads a number as alerts write it: "+14.2", "−0.8", "38.2%". */
const parse = (text: string | undefined) => Number(text?.replace('−', '-').replace('%', ''));
const number = '([+−]?[\\d.]+)%?';

/** Watches a condition of Tarnhoof, whose only competitor is Felsgrat. */
function watch<C extends WatchedCondition['condition']>(condition: C): WatchedCondition<C> {
  return {
    projectId: 'project',
    condition,
    filters: buildMetricFilters({ projectId: 'project', from: '2026-10-01', to: day }),
    names: { brand: 'Tarnhoof', competitors: { rival: 'Felsgrat' }, engines: {} },
    brandId: 'own',
    competitorIds: ['rival'],
    query: '',
  } as WatchedCondition<C>;
}

/** Numbers of a change between a smallest and a largest value; some are tiny, so that they round to 0. */
function buildNumbers(random: () => number, low: number, high: number): AlertNumbers {
  const pick = () => low + (high - low) * random();
  const before = random() < 0.2 ? low : pick();
  const near = Math.min(high, Math.max(low, before + (random() - 0.5) / 500));
  const after = random() < 0.1 ? near : pick();
  const difference = after - before;
  const halfWidth = (random() * (high - low)) / 10;
  return {
    before,
    after,
    difference,
    low: difference - halfWidth,
    high: difference + halfWidth,
    answersBefore: 20 + Math.floor(random() * 5_000),
    answersAfter: 20 + Math.floor(random() * 500),
    baselineFrom: addDays(day, -30),
    changedOn: addDays(day, -Math.floor(random() * 6)),
  };
}

/** Checks that two shown values differ by the shown difference, and that it lies in the shown interval. */
function expectSum([before, after, difference, low, high]: readonly (string | undefined)[]): void {
  expect(parse(after) - parse(before)).toBeCloseTo(parse(difference), 6);
  expect(parse(low)).toBeLessThanOrEqual(parse(difference));
  expect(parse(high)).toBeGreaterThanOrEqual(parse(difference));
}

test('alerts about metrics say what changed, in which days and by how much, in 200 states', () => {
  const random = createRandom(11);
  const ranges = {
    visibility: [0, 1],
    shareOfVoice: [0, 1],
    position: [1, 9],
    citationRate: [0, 1],
    sentiment: [-1, 1],
  } as const;
  const metrics = Object.keys(ranges) as (keyof typeof ranges)[];
  for (let state = 0; state < stateCount; state += 1) {
    const metric = metrics[state % metrics.length] ?? 'visibility';
    const [low, high] = ranges[metric];
    const numbers = buildNumbers(random, low, high);
    const tier = random() < 0.5 ? 'fast' : 'strict';
    const days = tier === 'fast' ? 1 + Math.floor(random() * 7) : 7 * (1 + Math.floor(random() * 4));
    const weeks = 1 + Math.floor(random() * 4);
    const condition: MetricCondition = { kind: 'metric', metric, minChange: 1, tier, direction: 'either' };
    const finding = {
      difference: numbers.difference,
      current: { from: 60 - days, to: 60 },
      previous: [{ from: 60 - days - 7 * weeks, to: 60 - days }],
    };
    const models = { changes: [], getLastChanges: () => new Map(), memoize: <T>(compute: T) => compute };
    const { summary, details } = describeFinding(
      finding,
      numbers,
      { watched: watch(condition), models },
      day,
    );
    const pattern = new RegExp(
      `^[A-Z][\\w ]+ of Tarnhoof has (risen|fallen|changed) from ${number} to ${number} (on the last day|in the last (\\d+) days), .* \\(${number} (?:points|ranks), most likely ${number} to ${number}\\)\\.$`,
    );
    const found = pattern.exec(summary);
    expect([summary, found !== null]).toEqual([summary, true]);
    const [, verb, before, after, , shownDays = '1', difference, from, to] = found ?? [];
    expectSum([before, after, difference, from, to]);
    if (metric === 'position') expect(verb).toBe('changed');
    else expect(verb).toBe(numbers.difference > 0 ? 'risen' : 'fallen');
    expect(Number(shownDays)).toBe(days);
    if (tier === 'strict')
      expect(summary).toContain(weeks === 1 ? ' the week before' : ` the ${weeks} weeks before`);
    // The list below the sentence says the same.
    const values = Object.fromEntries(details.map(({ label, value }) => [label, value]));
    expect(parse(new RegExp(`^${number}`).exec(values['Before the change'] ?? '')?.[1])).toBe(parse(before));
    expect(parse(new RegExp(`^${number}`).exec(values['Since the change'] ?? '')?.[1])).toBe(parse(after));
    expect(parse(new RegExp(`^${number}`).exec(values.Difference ?? '')?.[1])).toBe(parse(difference));
  }
});

test('alerts about competitors say who is ahead by how much, and how it was before, in 200 states', () => {
  const random = createRandom(13);
  const watched = watch({ kind: 'overtaken', competitorId: null });
  const said = new Set<string>();
  for (let state = 0; state < stateCount; state += 1) {
    const numbers = buildNumbers(random, 0, 1);
    // An alert is raised only if the competitor was not ahead and is clearly ahead now.
    const before = state % 7 === 0 ? 0 : state % 5 === 0 ? -random() / 5_000 : -random() / 2;
    const after = 0.001 + random() / 2;
    const { summary, details } = describeLead(
      'rival',
      { ...numbers, before, after, difference: after - before },
      watched,
      day,
    );
    const found =
      /^Felsgrat has overtaken Tarnhoof in visibility: it has been ([\d.]+) points ahead since .* and was (level|([\d.]+) points behind) before\.$/.exec(
        summary,
      );
    expect([summary, found !== null]).toEqual([summary, true]);
    const behind = parse(found?.[3] ?? '0');
    said.add(found?.[3] === undefined ? 'level' : 'behind');
    if (found?.[3] !== undefined) expect(behind).toBeGreaterThan(0);
    const change = details.find(({ label }) => label === 'Change in lead')?.value;
    expect(behind + parse(found?.[1])).toBeCloseTo(parse(/^([+−]?[\d.]+)/.exec(change ?? '')?.[1]), 6);
  }
  expect([...said].sort()).toEqual(['behind', 'level']);
});

test('alerts about domains say their rank and how often they are cited, in 200 states', () => {
  const random = createRandom(17);
  const watched = watch({ kind: 'new-domain', top: 10 });
  for (let state = 0; state < stateCount; state += 1) {
    const numbers = buildNumbers(random, 0, 1);
    const position = 1 + Math.floor(random() * 10);
    const before = state % 3 === 0 ? -1 : 9 + position + Math.floor(random() * 30);
    const { summary, details } = describeDomain({
      domain: 'trailmag.example',
      position,
      before,
      numbers,
      watched,
      day,
    });
    const found = new RegExp(
      `^trailmag\\.example is now number (\\d+) among the most cited domains and was (not cited in the four weeks|number (\\d+)) before the change: ${number} of answers have cited it since .*, compared with ${number} from .* \\(confidence interval of the difference: ${number} to ${number} points\\)\\.$`,
    ).exec(summary);
    expect([summary, found !== null]).toEqual([summary, true]);
    const [, rank, , earlier, after, past, low, high] = found ?? [];
    expect(Number(rank)).toBe(position);
    expect(earlier === undefined ? -1 : Number(earlier) - 1).toBe(before);
    const difference = details.find(({ label }) => label === 'Difference')?.value.split(' ')[0];
    expectSum([past, after, difference, low, high]);
  }
});
