import type { z } from 'zod';
import type { AnswerFilters } from '#lib/contract/filters/answer-filters';
import { type answersQuerySchema, defaultAnswerPageSize } from '#lib/contract/metrics/queries';
import { answersTable } from '#lib/contract/tables/answers';
import { toApiPage } from '#lib/contract/tables/api-row';
import { normalizeQuery } from '#lib/core/text';
import { countAnswers } from '#lib/dashboard/analytics/answers/count-answers';
import { readAnswerTexts } from '#lib/dashboard/analytics/answers/read-answer-texts';
import { isAnswerCursor } from '#lib/dashboard/analytics/filters/answer-filter-sql';
import { invalidCursor } from '#lib/dashboard/metrics-api/cursor';
import { readMetrics } from '#lib/dashboard/metrics-api/read-metrics';
import type { Context } from '#lib/db/context';

type Query = z.output<typeof answersQuerySchema>;

/** Reads a page of answers, newest first, with their text, brands and sources. */
export function readAnswersPage(context: Context, query: Query) {
  const request = { ...query, compare: 'none' } as const;
  return readMetrics(context, request, async ({ tx, filters, after, envelope, formatNext }) => {
    const answerFilters = toAnswerFilters(query);
    const { limit = defaultAnswerPageSize } = query;
    if (after !== undefined && !isAnswerCursor(after)) throw invalidCursor();
    const page = await readAnswerTexts(tx, filters, { answerFilters, before: after ?? null, limit });
    const count = await countAnswers(tx, filters, answerFilters);
    return {
      ...envelope,
      rows: page.answers,
      total: count.answers,
      isTotalLowerBound: count.isLowerBound,
      nextCursor: formatNext(page.nextCursor),
    };
  });
}

/** Returns a page of answers, as the API has it. */
export async function getAnswersPage(context: Context, query: Query) {
  return toApiPage(answersTable, await readAnswersPage(context, query));
}

function toAnswerFilters(query: Query): AnswerFilters {
  const { mentioned, unmentioned, rankedFirst, missingBrand, citesBrand, run } = query;
  const { cites, lists, search, searchQuery } = query;
  const fanout = searchQuery === undefined ? undefined : normalizeQuery(searchQuery);
  const chosen = { mentioned, unmentioned, rankedFirst, missingBrand, citesBrand, run, cites, lists, fanout };
  const entries = Object.entries({ ...chosen, search }).filter(([, value]) => value !== undefined);
  return { status: 'answered', ...Object.fromEntries(entries) };
}
