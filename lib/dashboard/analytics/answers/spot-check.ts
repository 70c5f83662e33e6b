import { z } from 'zod';
import { isUuid } from '#lib/core/text';
import { lookupIdSchema, timeSchema } from '#lib/core/validation';
import { readAnswerPage } from '#lib/dashboard/analytics/answers/list-answers';
import { type MetricFilters, parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { Segment } from '#lib/dashboard/analytics/segments/count-segments';
import { getSelectedSegments, withMetricData } from '#lib/dashboard/analytics/segments/metric-data';
import { projectIdSchema } from '#lib/dashboard/projects/project';
import { readProjectDays } from '#lib/dashboard/projects/project-days';
import type { Context } from '#lib/db/context';
import { defineOperation } from '#lib/operations/define-operation';

/** The number of newest answers beside the chances. */
const maxAnswers = 5;
const defaultTries = 3;

export const triesSchema = z
  .int('Ask 1 to 10 times.')
  .min(1, 'Ask at least once.')
  .max(10, 'Ask at most 10 times.')
  .default(defaultTries)
  .describe('How many times a person asks, from 1 to 10; 3 by default.');

/** A prompt on one engine in one country, and how often a person asks it. */
export const spotCheckTargetSchema = z.object({
  promptId: lookupIdSchema,
  engine: z.string().max(50).optional().describe('By default the one with the most answers.'),
  country: z.string().max(50).optional().describe('By default the one with the most answers.'),
  tries: triesSchema,
});
export type SpotCheckTarget = z.output<typeof spotCheckTargetSchema>;

const placeSchema = z.object({ engine: z.string(), country: z.string(), answers: z.int() });

export const spotCheckSchema = z.object({
  brand: z.string().describe('The name of the brand that is looked for.'),
  engine: z.string(),
  country: z.string(),
  tries: z.int(),
  level: z
    .number()
    .describe(
      'The expected share of answers that mention the brand: that of the stored answers, drawn a little to the mean of the engine.',
    ),
  likeness: z.number().describe('How alike the answers of one person are, from 0 (independent) to 1.'),
  chances: z
    .array(z.number())
    .describe('The chances that none, one, … all of the tries mention the brand; they add up to 1.'),
  answers: z.int().describe('Stored answers to the prompt on the engine in the country, in the period.'),
  mentioned: z.int().describe('Of these, answers that mention the brand.'),
  fictional: z.int().describe('Of these, answers of the sandbox.'),
  newest: z
    .array(z.object({ id: z.string(), requestedAt: timeSchema, isMentioned: z.boolean() }))
    .describe('The newest of these answers; at most 5.'),
  places: z
    .array(placeSchema)
    .describe('The engines and countries with answers to the prompt, those with the most answers first.'),
});
export type SpotCheckData = z.output<typeof spotCheckSchema>;

/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const getSpotCheck = defineOperation({
  name: 'prompts.spot-check',
  title: 'Estimate what people see who ask a prompt themselves',
  description:
    'Returns the chances that none, one, … of a few answers mention the brand if a person asks a prompt on an engine in a country, with the newest stored answers. Asks nothing. Returns null if the period has no answers.',
  permission: 'projects.read',
  effect: 'read',
  input: z.strictObject({
    projectId: projectIdSchema,
    ...spotCheckTargetSchema.shape,
    query: z
      .string()
      .max(10_000)
      .default('')
      .describe('The period, brand and other filters, as in the address of a page.'),
  }),
  output: spotCheckSchema.nullable(),
  isTransaction: false,
  async run(context, { projectId, query, ...target }): Promise<SpotCheckData | null> {
    const project = await readProjectDays(context, projectId);
    const filters = parseFilters(project, new URLSearchParams(query), context.clock);
    return readSpotCheck(context, selectPrompt(filters, target.promptId), target);
  },
});

/** Replaces the filters that select prompts. */
export const selectPrompt = (filters: MetricFilters, promptId: string): MetricFilters => ({
  ...filters,
  promptIds: [promptId],
  topics: [],
  tags: [],
  branded: 'with',
});

/** Returns the spot check of a prompt in the answers that match the filters; null if none do. */
export async function readSpotCheck(
  context: Context,
  filters: MetricFilters,
  { promptId, engine, country, tries }: SpotCheckTarget,
): Promise<SpotCheckData | null> {
  if (!isUuid(promptId)) return null;
  return withMetricData(context, filters, async (tx, data) => {
    const places = groupByPlace(getSelectedSegments(data).filter((segment) => segment.promptId === promptId));
    const shown = places.find(
      (place) => place.engine === (engine ?? place.engine) && place.country === (country ?? place.country),
    );
    if (!shown) return null;
    const brand = data.scope.selectedBrand;
    const check = data.statistics.spotCheck(brand.id, shown.segments, tries);
    if (!check) return null;
    const { answers } = await readAnswerPage(
      tx,
      { ...filters, promptIds: [promptId], engines: [shown.engine], countries: [shown.country] },
      brand.id,
      { limit: maxAnswers },
    );
    return {
      brand: brand.name,
      engine: shown.engine,
      country: shown.country,
      tries,
      ...check,
      answers: shown.answers,
      mentioned: shown.mentioned,
      fictional: shown.fictional,
      newest: answers.map(({ id, requestedAt, brandIds }) => ({
        id,
        requestedAt,
        isMentioned: brandIds.includes(brand.id),
      })),
      places: places.map((place) => ({
        engine: place.engine,
        country: place.country,
        answers: place.answers,
      })),
    };
  });
}

interface Place extends z.output<typeof placeSchema> {
  mentioned: number;
  fictional: number;
  /** Their indices in the panel. */
  segments: number[];
}

/** Groups segments with answers by engine and country, those with the most answers first. */
function groupByPlace(segments: readonly Segment[]): Place[] {
  const places = Map.groupBy(
    segments.filter(({ current }) => current.answers > 0),
    ({ engine, country }) => `${engine} ${country}`,
  );
  return [...places.values()]
    .flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const count = (name: 'answers' | 'mentioned' | 'fictionalAnswers') =>
        group.reduce((sum, { current }) => sum + current[name], 0);
      return {
        engine: first.engine,
        country: first.country,
        answers: count('answers'),
        mentioned: count('mentioned'),
        fictional: count('fictionalAnswers'),
        segments: group.map(({ index }) => index),
      };
    })
    .sort(
      (a, b) =>
        b.answers - a.answers || a.engine.localeCompare(b.engine) || a.country.localeCompare(b.country),
    );
}
