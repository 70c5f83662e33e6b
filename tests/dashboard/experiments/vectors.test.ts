import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { selectComparedPrompts } from '#lib/dashboard/experiments/compared-prompts';
import { type Difference, measureDifference, measurePlacebo } from '#lib/dashboard/experiments/difference';
import { measureEffect } from '#lib/dashboard/experiments/effect';
import { computePromptRates, type ExperimentSegment } from '#lib/dashboard/experiments/prompt-rates';
import { expectResult, hasVectors, listVectors, vectorsTitleSuffix } from '#tests/support/statistics-vectors';

const inputSchema = z.object({
  rates: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  treated: z.array(z.int()),
  chosen: z.boolean(),
  topics: z.array(z.int()).nullable(),
});

/** Any number of answers: the rates of a vector are those of the prompts, whatever they were counted from. */
const answers = 1000;

function toSegments({ rates, treated, topics }: z.output<typeof inputSchema>): ExperimentSegment[] {
  const count = (rate: number) => ({ numerator: rate * answers, denominator: answers });
  return rates.map(([earliest, preceding, before, after], prompt) => ({
    promptId: `${prompt}`,
    isTreatment: treated.includes(prompt),
    topic: topics ? `${topics[prompt]}` : null,
    counts: {
      earliest: count(earliest),
      preceding: count(preceding),
      before: count(before),
      after: count(after),
    },
  }));
}

describe.runIf(hasVectors)(`experiments${vectorsTitleSuffix}`, () => {
  test.each(listVectors('experiment'))('%s', (_, vector) => {
    const input = inputSchema.parse(vector.input);
    const segments = toSegments(input);
    const assignment = input.chosen ? 'chosen' : 'random';
    const { effect, placebo } = measureEffect(segments, assignment);
    const selected = selectComparedPrompts(computePromptRates(segments), assignment);
    if (!('method' in selected)) {
      expectResult({ method: 'refused' }, vector);
      expect(effect).toMatchObject({ verdict: 'not comparable', difference: null, interval: null });
      return;
    }
    const toResult = (measured: Difference | null) =>
      measured && {
        effect: measured.difference,
        variance: measured.variance.variance,
        df: measured.variance.degreesOfFreedom,
      };
    expectResult(
      {
        method: effect.method,
        ...toResult(measureDifference(selected)),
        low: effect.interval?.low,
        high: effect.interval?.high,
        placebo: toResult(measurePlacebo(selected)),
      },
      vector,
    );
    expect(placebo?.difference).toBe(measurePlacebo(selected)?.difference);
  });
});
