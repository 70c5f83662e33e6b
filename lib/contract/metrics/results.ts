import { z } from 'zod';
import { sourceTypes } from '#lib/contract/metrics/queries';

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
        '`moved`: the interval excludes 0; `within_noise`: it contains 0; `model_changed`: other models serve all engines now; `not_enough_data`: too few answers in one of the periods',
    }),
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
  classifier: z.string().meta({ description: 'The word list or language model that classifies sentences' }),
  coverage: rateSchema.meta({
    description:
      'Answers that mention the brand and belong to a segment (prompt × engine × country) with at least one classified sentence ÷ answers that mention the brand',
  }),
});
export type ApiSentiment = z.infer<typeof sentimentSchema>;

const roles = ['own', 'competitor'] as const;
const brandSchema = z.object({ id: z.uuid(), name: z.string(), role: z.enum(roles) });
const brandColumns = { brandId: z.uuid(), brand: z.string(), role: z.enum(roles) };
const periodSchema = z.object({ from: z.iso.date(), to: z.iso.date() });

const pageShape = {
  total: z.int().meta({ description: 'Rows on all pages' }),
  nextCursor: z.string().nullable().meta({ description: '`cursor` of the next page; null on the last' }),
};

/** A page of rows. */
const definePage = <T extends z.ZodType>(row: T) =>
  z.object({ success: z.literal(true), data: z.array(row), ...pageShape });

/** A page of rows about a period of a project. */
const defineMetricsPage = <T extends z.ZodType>(row: T) =>
  z.object({
    success: z.literal(true),
    project: z.object({ id: z.uuid(), name: z.string() }),
    brand: brandSchema.meta({
      description: 'The selected brand. A row that has its own `brandId` is about that brand instead.',
    }),
    period: periodSchema,
    comparedWith: periodSchema.nullable().meta({ description: 'Null without a comparison' }),
    data: z.array(row),
    ...pageShape,
  });

export const projectsPageSchema = definePage(
  z.object({
    id: z.uuid(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    firstDay: z.iso.date().nullable().meta({ description: 'First UTC day with an answer' }),
    lastDay: z.iso.date().nullable().meta({ description: 'Last UTC day with an answer' }),
    brands: z.array(brandSchema.extend({ domains: z.array(z.string()) })),
    engines: z.array(z.string()),
    countries: z.array(z.string()),
    topics: z.array(z.string()),
    tags: z.array(z.string()),
  }),
);

export const promptsPageSchema = definePage(
  z.object({
    id: z.uuid(),
    text: z.string(),
    topic: z.string().meta({ description: 'Empty for none' }),
    tags: z.array(z.string()),
    language: z.string().meta({ description: 'BCP 47' }),
    isBranded: z.boolean().meta({ description: 'Contains the name of a tracked brand' }),
  }),
);

const brandMetrics = {
  visibility: metricSchema.meta({ description: 'Answers that mention the brand ÷ answers' }),
  shareOfVoice: metricSchema.meta({
    description:
      'Answers that mention the brand ÷ the sum, over all tracked brands, of the answers that mention each; `value` is null without competitors',
  }),
  position: metricSchema.meta({ description: 'Mean rank in the answers that mention the brand' }),
  firstPlace: metricSchema.meta({
    description: 'Answers in which the brand ranks first ÷ answers that mention it',
  }),
  citationRate: metricSchema.meta({ description: 'Answers that cite a URL of the brand ÷ answers' }),
  citationShare: metricSchema.meta({ description: 'Citations of the brand’s URLs ÷ all citations' }),
  sentiment: sentimentSchema.meta({
    description: '100 × (positive − negative) ÷ sentences that mention the brand, from −100 to 100',
  }),
};

export const summarySchema = defineMetricsPage(z.object({ ...brandColumns, ...brandMetrics })).extend({
  answers: z.int(),
  previousAnswers: z.int().nullable().meta({ description: 'In the comparison period; null without one' }),
  prompts: z.int().meta({ description: 'Prompts with answers' }),
  runs: z.int(),
  triggerRate: rateSchema.meta({
    description: 'Times the engine showed an answer ÷ times it responded',
  }),
  isFictional: z.boolean().meta({ description: 'Every answer is about the fictional market of the sandbox' }),
  fictionalAnswers: z.int().meta({ description: 'Answers about the fictional market of the sandbox' }),
});

const seriesMetrics = {
  visibility: rateSchema,
  shareOfVoice: rateSchema,
  position: rateSchema,
  firstPlace: rateSchema,
  citationRate: rateSchema,
  citationShare: rateSchema,
  sentiment: rateSchema,
};

export const timeSeriesSchema = defineMetricsPage(
  z.object({
    from: z.iso.date().meta({ description: 'First day of the row, within the period' }),
    to: z.iso.date().meta({ description: 'Last day of the row, within the period' }),
    ...brandColumns,
    ...seriesMetrics,
  }),
);

export const breakdownSchema = defineMetricsPage(
  z.object({
    key: z.string().meta({ description: 'Engine, country, prompt ID, topic or tag' }),
    label: z.string(),
    answers: z.int(),
    triggerRate: rateSchema,
    visibility: metricSchema,
    shareOfVoice: metricSchema,
    position: metricSchema,
    citationRate: metricSchema,
    previousModel: z.string().nullable().meta({ description: 'With `by=engine`, if the engine reports one' }),
    currentModel: z.string().nullable().meta({ description: 'With `by=engine`, if the engine reports one' }),
  }),
);

export const sourcesSchema = defineMetricsPage(
  z.object({
    domain: z.string(),
    type: z.enum(sourceTypes),
    ownerId: z.uuid().nullable().meta({ description: 'ID of the tracked brand that the domain belongs to' }),
    citations: z.int(),
    citationShare: metricSchema.meta({ description: 'Citations of the domain ÷ all citations' }),
    listed: rateSchema.meta({ description: 'Answers that list or cite the domain ÷ answers' }),
    cited: rateSchema.meta({ description: 'Answers that cite the domain ÷ answers' }),
    citedWhenListed: rateSchema.meta({
      description: 'Answers that cite the domain ÷ answers that list or cite it',
    }),
    mentioned: rateSchema.nullable().meta({
      description:
        'Answers that cite the domain and mention the brand ÷ answers that cite the domain; null unless the brand is the project’s own',
    }),
    gap: rateSchema.nullable().meta({
      description:
        'Answers that cite the domain and mention only competitors ÷ answers that cite the domain; null unless the brand is the project’s own',
    }),
  }),
).extend({ citations: z.int().meta({ description: 'All citations' }), answers: z.int() });

export const gapsSchema = defineMetricsPage(
  z.object({
    promptId: z.uuid(),
    prompt: z.string(),
    answers: z.int(),
    isMissingOnAllEngines: z.boolean().meta({
      description:
        'True if no answer of any engine mentions the brand; with `kind=citation`, if none cites it',
    }),
    engines: z.array(
      z.object({
        engine: z.string(),
        answers: z.int(),
        presence: z.enum(['present', 'gap', 'none']).meta({
          description:
            '`present`: the brand is present; `gap`: only other tracked brands are; `none`: no tracked brand is',
        }),
      }),
    ),
    competitors: z.array(z.object({ id: z.uuid(), name: z.string(), answers: z.int() })).meta({
      description:
        'The other tracked brands that the engines with a gap mention or cite, and in how many of their answers',
    }),
  }),
).extend({
  prompts: z.int().meta({ description: 'Prompts with answers' }),
  missingOnAllEnginesCount: z.int().meta({
    description: 'Prompts for which `isMissingOnAllEngines` is true',
  }),
  isMeasured: z.boolean().meta({
    description: 'False with `kind=citation` until the brand and another tracked brand have domains',
  }),
});

export const answersPageSchema = defineMetricsPage(
  z.object({
    id: z.uuid(),
    requestedAt: z.iso.datetime({ precision: 6 }),
    promptId: z.uuid(),
    prompt: z.string(),
    engine: z.string(),
    country: z.string(),
    model: z.string().nullable(),
    text: z.string(),
    brands: z
      .array(z.object({ id: z.uuid(), name: z.string(), rank: z.int() }))
      .meta({ description: 'Mentioned brands, by rank' }),
    sources: z
      .array(z.object({ url: z.string(), domain: z.string(), citations: z.int() }))
      .meta({ description: 'Listed and cited pages, the cited ones first' }),
    searchQueries: z.array(z.string()),
  }),
).extend({
  isTotalLowerBound: z.boolean().meta({ description: 'True if `total` is a lower bound' }),
});
