import { type SQL, sql } from 'drizzle-orm';
import type { Periods } from '#lib/dashboard/analytics/filters/metric-filters';
import { noFilters } from '#lib/dashboard/counts/conditions';
import { selectCounts } from '#lib/dashboard/counts/select-counts';
import {
  measureModelChange,
  type ServedModels,
} from '#lib/dashboard/statistics/changes/measure-model-change';
import type { Context } from '#lib/db/context';

/** The models that served an engine in the compared periods. Without a comparison, both are the current period. */
export interface EngineModels {
  /** The model with most answers on the last days with answers of each period; null if the engine reported none. */
  previous: string | null;
  current: string | null;
  /** True if the shares of the models differ between the periods (`measureModelChange`). */
  isChanged: boolean;
}

/** The answers of a model in a period. */
export interface ServedModelRow {
  period: 'current' | 'previous';
  engine: string;
  model: string;
  answers: number;
  /** Those on the last days with answers. */
  recentAnswers: number;
  /** Days with answers of the engine up to the last one with this model. */
  runDays: number;
}

/** Number of days with answers whose most frequent model is named. */
const recentRunDays = 7;

/** Selects the models that served each engine in both periods as JSON; null without any. */
export function selectServedModels(
  context: Pick<Context, 'organizationId'>,
  projectId: string,
  { current, previous }: Periods,
): SQL {
  const counts = selectCounts(context, {
    of: 'models',
    by: ['day', 'engine', 'model'],
    counts: ['answers'],
    filters: { ...noFilters, projectId },
    periods: { current, previous },
  });
  return sql`(SELECT json_agg(served) FROM (
    SELECT period, engine, model, sum(answers)::int AS answers,
      coalesce(sum(answers) FILTER (WHERE days_from_end <= ${recentRunDays}), 0)::int AS "recentAnswers",
      max(days_from_start) AS "runDays"
    FROM (
      SELECT *, dense_rank() OVER (PARTITION BY period, engine ORDER BY day) AS days_from_start,
        dense_rank() OVER (PARTITION BY period, engine ORDER BY day DESC) AS days_from_end
      FROM ${counts} counts
    ) ranked
    GROUP BY period, engine, model
  ) served)`;
}

/** Compares the models of each engine, for engines that report any. @param hasComparison false if only the current period was read */
export function compareServedModels(
  rows: readonly ServedModelRow[],
  hasComparison: boolean,
): Map<string, EngineModels> {
  return new Map(
    [...Map.groupBy(rows, ({ engine }) => engine)].map(([engine, served]) => {
      const current = served.filter(({ period }) => period === 'current');
      const previous = hasComparison ? served.filter(({ period }) => period === 'previous') : current;
      const change = measureModelChange(toServedModels(current), toServedModels(previous));
      return [
        engine,
        {
          previous: findRecentModel(previous),
          current: findRecentModel(current),
          isChanged: change?.isChanged ?? false,
        },
      ];
    }),
  );
}

function toServedModels(rows: readonly ServedModelRow[]): ServedModels {
  return {
    answers: new Map(rows.map(({ model, answers }) => [model, answers])),
    runDays: Math.max(0, ...rows.map(({ runDays }) => runDays)),
  };
}

function findRecentModel(rows: readonly ServedModelRow[]): string | null {
  const sorted = rows.toSorted((a, b) => b.recentAnswers - a.recentAnswers || (a.model < b.model ? -1 : 1));
  return sorted[0]?.model ?? null;
}
