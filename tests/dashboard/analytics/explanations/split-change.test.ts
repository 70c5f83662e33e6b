import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ChangePart,
  type SplitSegment,
  splitChange,
} from '#lib/dashboard/analytics/explanations/split-change';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { drawNormal, toProbability } from '#tests/dashboard/analytics/support/simulate-answers';

const engines = ['chat', 'gen', 'answer', 'overview'];

/** A difference between two periods of simulated answers, with one cause. */
interface Scenario {
  cause: ChangePart['cause'];
  prompts: number;
  /** Number of prompts that exist only in the second period and whose answers rarely mention the brand. */
  addedPrompts?: number;
  /** The engine `chat` is only in the first period, where its answers mention the brand more often. */
  isEngineRemoved?: boolean;
  /** Effect of a new model of `chat` on how often its answers mention the brand, on the logit scale. */
  modelEffect?: number;
  /** The share of answers that cite a source, in each period. These answers mention the brand more often. */
  citing?: [previous: number, current: number];
  /** Effect in the second period on how often all answers mention the brand, on the logit scale. */
  effect?: number;
}

const runs = 28;
const none = { numerator: 0, denominator: 0 };

function simulateSplit(random: () => number, scenario: Scenario) {
  const {
    prompts,
    addedPrompts = 0,
    isEngineRemoved,
    modelEffect = 0,
    citing = [0, 0],
    effect = 0,
  } = scenario;
  const segments = Array.from({ length: prompts + addedPrompts }, (_, prompt) => {
    const isAdded = prompt >= prompts;
    const promptLogit = isAdded ? -3 : drawNormal(random);
    return engines.map((engine): SplitSegment => {
      const segmentLogit =
        promptLogit + 0.7 * drawNormal(random) + (isEngineRemoved && engine === 'chat' ? 2 : 0);
      const simulate = (isCurrent: boolean) => {
        const counts = { all: { ...none }, citing: { ...none } };
        const isMissing = isCurrent ? isEngineRemoved && engine === 'chat' : isAdded;
        for (let run = 0; run < (isMissing ? 0 : runs); run += 1) {
          const cites = random() < citing[isCurrent ? 1 : 0];
          const change = isCurrent ? effect + (engine === 'chat' ? modelEffect : 0) : 0;
          const isMentioned = random() < toProbability(segmentLogit + change + (cites ? 3 : 0));
          for (const sum of cites ? [counts.all, counts.citing] : [counts.all]) {
            sum.denominator += 1;
            sum.numerator += Number(isMentioned);
          }
        }
        return counts;
      };
      const [previous, current] = [simulate(false), simulate(true)];
      return {
        promptId: `${prompt}`,
        engine,
        isModelChanged: modelEffect !== 0 && engine === 'chat',
        previous: previous.all,
        current: current.all,
        ...(scenario.citing && {
          citing: { previous: [previous.citing, none, none], current: [current.citing, none, none] },
        }),
      };
    });
  }).flat();
  return split(segments);
}

function split(segments: SplitSegment[]) {
  return splitChange(segments, {
    comparison: {
      kind: 'rate',
      segments: [],
      shocks: null,
      autocorrelation: 0,
      modelChanged: false,
      excludedEngines: [],
    },
    significanceLevel: 0.05,
  });
}

test.each<Scenario>([
  { cause: 'noise', prompts: 4 },
  { cause: 'noise', prompts: 20 },
  { cause: 'noise', prompts: 20, citing: [0.2, 0.2] },
  { cause: 'prompts', prompts: 10, addedPrompts: 5 },
  { cause: 'prompts', prompts: 20, addedPrompts: 5 },
  { cause: 'mix', prompts: 8, isEngineRemoved: true },
  { cause: 'mix', prompts: 20, isEngineRemoved: true },
  { cause: 'model', prompts: 8, modelEffect: 2 },
  { cause: 'model', prompts: 20, modelEffect: -1.5 },
  { cause: 'sources', prompts: 8, citing: [0, 0.5] },
  { cause: 'sources', prompts: 20, citing: [0.6, 0.2] },
  { cause: 'other', prompts: 8, effect: 1.2 },
  { cause: 'other', prompts: 20, effect: -0.8 },
  { cause: 'other', prompts: 20, effect: 0.8, citing: [0.2, 0.2] },
])('finds the single simulated cause in at least 90% of simulations: %o', (scenario) => {
  const random = createRandom(7);
  const simulations = 200;
  let found = 0;
  for (let index = 0; index < simulations; index += 1) {
    const parts = simulateSplit(random, scenario)?.parts ?? [];
    const [largest] = parts.toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
    found += largest?.cause === scenario.cause ? 1 : 0;
  }
  expect(found / simulations).toBeGreaterThanOrEqual(0.9);
});

const countsArbitrary = (max: number) =>
  fc.integer({ min: 0, max }).chain((denominator) =>
    fc.record({
      denominator: fc.constant(denominator),
      numerator: fc.integer({ min: 0, max: denominator }),
    }),
  );
const splitSegmentArbitrary = fc
  .record({
    promptId: fc.constantFrom('1', '2', '3', '4', '5', '6'),
    engine: fc.constantFrom(...engines),
    isModelChanged: fc.boolean(),
    current: countsArbitrary(40),
    previous: countsArbitrary(40),
    hasSources: fc.boolean(),
  })
  .map(({ hasSources, current, previous, ...segment }): SplitSegment => {
    const halve = ({ numerator, denominator }: typeof current) => ({
      numerator: Math.min(Math.floor(numerator / 2), Math.floor(denominator / 2)),
      denominator: Math.floor(denominator / 2),
    });
    const citing = {
      current: [halve(current), none, none],
      previous: [none, halve(previous), none],
    } as const;
    return { ...segment, current, previous, ...(hasSources && { citing }) };
  });

test('the parts add up to the difference of all answers', () => {
  fc.assert(
    fc.property(fc.array(splitSegmentArbitrary, { maxLength: 40 }), (segments) => {
      const result = split(segments);
      const sum = (period: 'current' | 'previous', count: 'numerator' | 'denominator') =>
        segments.reduce((total, segment) => total + segment[period][count], 0);
      if (sum('current', 'denominator') === 0 || sum('previous', 'denominator') === 0) {
        expect(result).toBe(null);
        return;
      }
      const difference =
        sum('current', 'numerator') / sum('current', 'denominator') -
        sum('previous', 'numerator') / sum('previous', 'denominator');
      const parts = result?.parts.reduce((total, part) => total + part.difference, 0);
      expect(parts).toBeCloseTo(difference, 10);
      expect((result?.current ?? 0) - (result?.previous ?? 0)).toBeCloseTo(difference, 10);
      for (const { interval } of result?.parts ?? []) {
        if (interval) expect(interval.low).toBeLessThanOrEqual(interval.high);
      }
    }),
    { numRuns: 500 },
  );
});
