import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Aspect, aspects, type Metric } from '#lib/core/metric';
import { hasSentiment } from '#lib/core/sentiment';
import { timeSchema } from '#lib/core/validation';
import { buildFilterSql, withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import {
  getPeriods,
  type MetricFilters,
  parseFilters,
} from '#lib/dashboard/analytics/filters/metric-filters';
import { computeShare } from '#lib/dashboard/analytics/segments/compute-share';
import { type ProjectScope, readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { selectScoringVersion } from '#lib/dashboard/counts/conditions';
import { readCounts } from '#lib/dashboard/counts/read-counts';
import { projectIdSchema } from '#lib/dashboard/projects/project';
import { readProjectDays } from '#lib/dashboard/projects/project-days';
import { isClassified } from '#lib/dashboard/sentiment/availability';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';
import { defineOperation } from '#lib/operations/define-operation';

/** Sentiment counts of one aspect, for the selected brand and for the other tracked brands. */
export interface AspectSentiment {
  aspect: Aspect;
  /** Sentences that praise or criticize the selected brand for it. */
  positive: number;
  negative: number;
  /** `positive` ÷ (`positive` + `negative`). */
  praise: Metric;
  /** The same for all other tracked brands together, including the own brand if a competitor is selected. */
  competitorPraise: Metric;
}

interface AspectCounts {
  promptId: string;
  positive: number;
  negative: number;
}

/**
 * Counts the sentences of the current period that praise or criticize the brands, by aspect.
 * @returns the aspects of the selected brand, the most frequent first; null without a language
 *   model
 */
export async function readAspects(
  context: Context,
  filters: MetricFilters,
  { sentiment, selectedBrand }: Pick<ProjectScope, 'sentiment' | 'selectedBrand'>,
): Promise<AspectSentiment[] | null> {
  if (!hasSentiment(sentiment)) return null;
  const { rows } = await readCounts(context, {
    rows: {
      of: 'aspects',
      by: ['promptId', 'aspect', 'brandId'],
      counts: ['positive', 'negative'],
      filters,
      periods: { current: getPeriods(filters).current },
      sentiment,
    },
  });
  return aspects
    .map((aspect) => {
      const [selected = [], others = []] = [true, false].map((isSelected) =>
        rows.filter((row) => row.aspect === aspect && (row.brandId === selectedBrand.id) === isSelected),
      );
      return {
        aspect,
        positive: selected.reduce((sum, row) => sum + row.positive, 0),
        negative: selected.reduce((sum, row) => sum + row.negative, 0),
        praise: computePraise(selected),
        competitorPraise: computePraise(others),
      };
    })
    .filter(({ positive, negative }) => positive + negative > 0)
    .sort(
      (a, b) =>
        b.positive + b.negative - a.positive - a.negative ||
        aspects.indexOf(a.aspect) - aspects.indexOf(b.aspect),
    );
}

function computePraise(rows: readonly AspectCounts[]): Metric {
  const byPrompt = Map.groupBy(rows, ({ promptId }) => promptId);
  const counted = [...byPrompt].map(([promptId, counts]) => ({
    promptId,
    positive: counts.reduce((sum, { positive }) => sum + positive, 0),
    negative: counts.reduce((sum, { negative }) => sum + negative, 0),
  }));
  return computeShare(counted, ({ positive, negative }) => ({
    numerator: positive,
    denominator: positive + negative,
  }));
}

/** A sentence that praises or criticizes an aspect of the selected brand. */
const aspectSentenceSchema = z.object({
  id: z.string(),
  sentence: z.string(),
  sentiment: z.enum(['positive', 'negative']),
  answers: z.number().describe('The answers that contain it.'),
  engines: z.array(z.string()).describe('The engines that gave them.'),
  prompt: z.string().describe('The prompt of the newest of these answers.'),
  requestedAt: timeSchema.describe('The time of the newest of these answers.'),
});
export type AspectSentence = z.output<typeof aspectSentenceSchema>;

const maxSentences = 30;

/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const listAspectSentences = defineOperation({
  name: 'sentiment.list-aspect-sentences',
  title: 'List sentences about an aspect',
  description:
    'Lists the most frequent sentences that praise or criticize an aspect of the selected brand, in the answers that match the filters.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({
    projectId: projectIdSchema,
    query: z.string().max(4_000).describe('The filters, as in the address of a page.'),
    aspect: z.enum(aspects),
  }),
  output: z.array(aspectSentenceSchema),
  isTransaction: false,
  async run(context, { projectId, query, aspect }): Promise<AspectSentence[]> {
    return withMetricsTransaction(context, async (tx) => {
      const project = await readProjectDays(tx, projectId);
      const filters = parseFilters(project, new URLSearchParams(query), tx.clock);
      const { selectedBrand, sentiment } = await readProjectScope(tx, filters);
      const { organizationId, answers, isInPeriod } = buildFilterSql(tx, filters);
      return queryRows<AspectSentence>(
        tx.db,
        sql`
          SELECT classified.id, classified.sentence,
            CASE WHEN ${`${aspect}:positive`} = ANY (classified.aspects) THEN 'positive' ELSE 'negative' END AS sentiment,
            count(*)::int AS answers, array_agg(DISTINCT answered.engine) AS engines,
            (array_agg(prompts.text ORDER BY answered.requested_at DESC, answered.id))[1] AS prompt,
            max(answered.requested_at) AS "requestedAt"
          FROM (SELECT requested_at, id, prompt_id, engine, country FROM answers
                WHERE ${answers} AND ${isClassified(tx, sentiment)}) answered
          JOIN mentions ON mentions.organization_id = ${organizationId} AND mentions.requested_at = answered.requested_at
            AND mentions.answer_id = answered.id AND mentions.brand_id = ${selectedBrand.id}
            AND mentions.scoring_version = ${selectScoringVersion(organizationId, projectId)}
            AND ${isInPeriod('mentions.requested_at')}
          JOIN classified_sentences classified ON classified.organization_id = ${organizationId}
            AND classified.id = ANY (mentions.sentence_ids)
            AND classified.aspects && ARRAY[${`${aspect}:positive`}, ${`${aspect}:negative`}]
          JOIN prompts ON prompts.organization_id = ${organizationId} AND prompts.id = answered.prompt_id
          GROUP BY classified.id, classified.sentence, classified.aspects
          ORDER BY answers DESC, max(answered.requested_at) DESC, classified.id LIMIT ${maxSentences}`,
      );
    });
  },
});
