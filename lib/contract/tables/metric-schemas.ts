import { z } from 'zod';

/** Without data, values and intervals are null, not 0. */
const rateShape = {
  value: z
    .number()
    .nullable()
    .meta({ description: 'numerator ÷ denominator (times 100 for sentiment); null without data' }),
  low: z.number().nullable().meta({ description: 'Lower end of the 95% confidence interval' }),
  high: z.number().nullable().meta({ description: 'Upper end of the 95% confidence interval' }),
  numerator: z.number(),
  denominator: z.number(),
};

/** A value with its counts and 95% confidence interval. */
export const rateSchema = z.object(rateShape).meta({
  description: 'A value with its counts and 95% confidence interval; shares range from 0 to 1',
});
export type ApiRate = z.infer<typeof rateSchema>;

const verdicts = ['moved', 'within_noise', 'model_changed', 'not_enough_data'] as const;
const results = ['up', 'down', 'no_clear_change', 'too_early', 'not_comparable'] as const;
const reasons = [
  'no_common_segments',
  'models_changed',
  'few_answers',
  'weekdays_differ',
  'imprecise',
] as const;
const grades = ['exploratory', 'directional', 'decision_grade'] as const;

/** The change of a metric from the comparison period, over the segments with answers in both. */
export const changeSchema = z
  .object({
    previous: z
      .number()
      .nullable()
      .meta({ description: 'Weighted average of the compared segments in the comparison period' }),
    current: z.number().nullable().meta({
      description:
        'Weighted average of the compared segments in the period; can differ from `value`, which covers all segments',
    }),
    difference: z.number().nullable().meta({ description: 'current − previous' }),
    low: z.number().nullable().meta({ description: 'Lower end of the interval that decides the verdict' }),
    high: z.number().nullable().meta({ description: 'Upper end of the interval that decides the verdict' }),
    verdict: z.enum(verdicts).meta({
      description:
        'The result in fewer words: `moved`: up or down; `within_noise`: no clear change; `model_changed`: not comparable, because other models serve most of the answers now; `not_enough_data`: too early, or not comparable for another reason',
    }),
    result: z.enum(results).meta({
      description:
        '`up` or `down`: the interval excludes 0 (a position that goes up becomes worse); `no_clear_change`: it contains 0 and is narrow enough to say so; `too_early`: too few answers, or too wide an interval; `not_comparable`: the periods share no prompt, engine and country, their weekdays differ, or other models serve most of the answers now',
    }),
    reason: z.enum(reasons).nullable().meta({ description: 'Why it is `too_early` or `not_comparable`' }),
    confidence: z.number().meta({
      description:
        'Probability with which the interval contains the true change: 0.95, or 0.9 for a row that was judged together with the other rows of its dimensions',
    }),
    judgedWith: z.array(z.string()).nullable().meta({
      description:
        'The dimensions whose rows were judged together, such as `engine` or `prompt` and `country`; null for a set that was judged by itself',
    }),
    rows: z.int().meta({ description: 'Number of rows that were judged together, or 1' }),
    prompts: z.int().meta({ description: 'Prompts with answers in both periods' }),
    segments: z.int().meta({ description: 'Prompt × engine × country combinations that were compared' }),
    previousAnswers: z.int(),
    currentAnswers: z.int(),
    excludedEngines: z
      .array(z.string())
      .meta({ description: 'Engines left out because a different model serves them now' }),
  })
  .meta({ description: 'Change from the comparison period, over the segments with answers in both' });
export type ApiChange = z.infer<typeof changeSchema>;

/** A metric with its quality and change. */
export const metricSchema = z.object({
  ...rateShape,
  effectiveAnswers: z.number().meta({
    description: 'Effective sample size: the number of independent answers that would be equally informative',
  }),
  grade: z.enum(grades).meta({ description: 'How much data the value is based on, from least to most' }),
  change: changeSchema.nullable().meta({ description: 'Null with `compare=none`' }),
});
export type ApiMetric = z.infer<typeof metricSchema>;

/** 100 × (positive − negative) ÷ sentences that mention the brand. */
export const sentimentSchema = metricSchema.extend({
  positive: z.int(),
  neutral: z.int(),
  negative: z.int(),
  classifier: z.string().meta({
    description: 'The language model that classifies sentences; `none` without one, and then `value` is null',
  }),
  coverage: rateSchema.meta({
    description:
      'Answers that mention the brand and belong to a segment (prompt × engine × country) with at least one classified sentence ÷ answers that mention the brand',
  }),
});
export type ApiSentiment = z.infer<typeof sentimentSchema>;
