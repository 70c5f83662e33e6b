import { z } from 'zod';
import { accessKinds } from '#lib/contract/providers';

const day = z.string().describe('YYYY-MM-DD.');
const periodSchema = z.object({ from: day, to: day });
const count = z.int().min(0);

/** The outcomes of the run items of a period. */
const outcomesSchema = z.object({
  planned: count.describe('All run items: the sum of the other counts.'),
  answered: count,
  noAnswer: count.describe('The engine showed no answer.'),
  failed: count,
  unreadable: count.describe('The answer has an unknown format.'),
  notSent: count.describe('The run ended before they were sent.'),
  open: count.describe('They wait to be sent, or for their answer.'),
});
export type Outcomes = z.output<typeof outcomesSchema>;

/** A value that providers do not always report, with the number of answers without it. */
const missingValueSchema = z.object({
  value: z.enum(['citations', 'search queries', 'structure', 'model']),
  answers: count,
});

const promptTypeSchema = z.object({
  topic: z.string().nullable().describe('Empty for prompts without one; null if topics are hidden.'),
  prompts: count,
  branded: count.describe('Of these, prompts that name a tracked brand.'),
  answers: count,
});

const promptSchema = z.object({
  text: z.string(),
  topic: z.string(),
  language: z.string().nullable().describe('BCP 47; null if it is unknown.'),
  isBranded: z.boolean(),
  answers: count,
});

const engineSchema = outcomesSchema.extend({
  engine: z.string(),
  access: z.array(
    z.object({
      provider: z.string().nullable().describe('Its title; null if it is unknown or hidden.'),
      kind: z.enum(accessKinds).nullable(),
      answers: count,
    }),
  ),
  models: z.array(z.object({ model: z.string(), answers: count })).describe('The models that answered.'),
  missing: z.array(missingValueSchema).describe('What the provider did not report.'),
});

const placeSchema = z.object({
  country: z.string(),
  language: z.string().nullable().describe('The language of the prompts; null if it is unknown.'),
  prompts: count,
  answers: count,
});

const figureSchema = z.object({
  label: z.string(),
  unit: z.enum(['count', 'share', 'text']).describe('Shares are numbers from 0 to 1.'),
  value: z.union([z.string(), z.number()]).nullable(),
  previous: z.union([z.string(), z.number()]).nullable().describe('In the comparison period.'),
  description: z.string(),
});

const changeSchema = z.object({
  kind: z.enum(['engines', 'countries', 'prompts', 'model', 'brands']),
  day: day.nullable().describe('Null for what differs between the periods as a whole.'),
  change: z.string(),
});

const methodSchema = z.object({ metric: z.string(), description: z.string() });

/** A share from 0 to 1 with its precision. */
const headlineSchema = z.object({
  metric: z.string(),
  numerator: count,
  answers: count,
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  repeat: z
    .object({ within: z.number().describe('A share from 0 to 1.') })
    .optional()
    .describe('In 95 of 100 repetitions of the runs, the value would differ by at most this.'),
});

/** Who paid for the answers, as far as it is known. */
const paymentSchema = z.object({
  organization: z.string().nullable().describe('Null if its name is hidden.'),
  ownKeys: z.array(z.string()).describe('The engines that are asked with provider keys of the organization.'),
  instanceKeys: z.array(z.string()).describe('The engines that are asked with keys of the operator.'),
});

/** What readers of a report must know about how its numbers came about. */
export const disclosureSchema = z.object({
  brand: z.string(),
  timeZone: z.string().describe('The IANA name of the time zone of the days.'),
  period: periodSchema,
  comparedWith: periodSchema.nullable(),
  runs: count,
  samples: z
    .object({ min: count, max: count })
    .nullable()
    .describe('How often a run asks each prompt of each engine in each country; null without runs.'),
  answerDays: count.describe('Days with answers.'),
  outcomes: outcomesSchema,
  previousOutcomes: outcomesSchema.nullable(),
  fictional: count.describe('Answers of the sandbox’s fictional market.'),
  previousFictional: count.nullable(),
  headline: headlineSchema,
  payment: paymentSchema,
  topics: count.describe('Topics of the prompts.'),
  promptTypes: z.array(promptTypeSchema).describe('One type without a topic if topics are hidden.'),
  prompts: z.array(promptSchema).nullable().describe('Null if the wording is hidden.'),
  engines: z.array(engineSchema),
  places: z.array(placeSchema),
  figures: z.array(figureSchema),
  changes: z.array(changeSchema),
  methods: z.array(methodSchema),
});
export type Disclosure = z.output<typeof disclosureSchema>;
