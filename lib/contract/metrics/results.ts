import { z } from 'zod';
import { answersTable } from '#lib/contract/tables/answers';
import { brandRoles, brandsTable } from '#lib/contract/tables/brands';
import { breakdownTable } from '#lib/contract/tables/breakdowns';
import { mentionGapsTable } from '#lib/contract/tables/gaps';
import { rateSchema } from '#lib/contract/tables/metric-schemas';
import { promptsTable } from '#lib/contract/tables/prompts';
import { toRowSchema } from '#lib/contract/tables/row-schema';
import { sourcesTable } from '#lib/contract/tables/sources';

const brandSchema = z.object({ id: z.uuid(), name: z.string(), role: z.enum(brandRoles) });
const brandColumns = { brandId: z.uuid(), brand: z.string(), role: z.enum(brandRoles) };
const periodSchema = z.object({ from: z.iso.date(), to: z.iso.date() });

const pageShape = {
  total: z.int().meta({ description: 'Rows on all pages' }),
  nextCursor: z.string().nullable().meta({ description: '`cursor` of the next page; null on the last' }),
};

const timeZoneSchema = z.string().meta({
  description: 'The time zone of the project, which all days belong to: an IANA name such as Europe/Berlin',
});

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
    timeZone: timeZoneSchema,
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
    timeZone: timeZoneSchema,
    firstDay: z.iso.date().nullable().meta({ description: 'First day with an answer' }),
    lastDay: z.iso.date().nullable().meta({ description: 'Last day with an answer' }),
    brands: z.array(brandSchema.extend({ domains: z.array(z.string()) })),
    engines: z.array(z.string()),
    countries: z.array(z.string()),
    topics: z.array(z.string()),
    tags: z.array(z.string()),
  }),
);

export const promptsPageSchema = definePage(toRowSchema(promptsTable));

const answersWithReportedCitations = z.int().meta({
  description:
    'Answers whose provider reported citations, if only that there are none: the only ones that citation metrics count',
});

export const summarySchema = defineMetricsPage(toRowSchema(brandsTable)).extend({
  answers: z.int(),
  previousAnswers: z.int().nullable().meta({ description: 'In the comparison period; null without one' }),
  answersWithReportedCitations,
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
  trackedPosition: rateSchema.meta({ description: 'Position among tracked brands' }),
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

export const breakdownSchema = defineMetricsPage(toRowSchema(breakdownTable));

export const sourcesSchema = defineMetricsPage(toRowSchema(sourcesTable)).extend({
  citations: z
    .int()
    .nullable()
    .meta({ description: 'All citations; null if there are answers, but no provider reported citations' }),
  answers: z.int(),
  answersWithReportedCitations,
});

export const gapsSchema = defineMetricsPage(toRowSchema(mentionGapsTable)).extend({
  prompts: z.int().meta({
    description: 'Prompts with answers; with `kind=citation`, with answers whose citations are reported',
  }),
  missingOnAllEnginesCount: z.int().meta({
    description: 'Prompts for which `isMissingOnAllEngines` is true',
  }),
  isMeasured: z.boolean().meta({
    description: 'False with `kind=citation` until the brand and another tracked brand have domains',
  }),
});

export const answersPageSchema = defineMetricsPage(toRowSchema(answersTable)).extend({
  isTotalLowerBound: z.boolean().meta({ description: 'True if `total` is a lower bound' }),
});
