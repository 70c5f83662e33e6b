import { sql } from 'drizzle-orm';
import type { Disclosure } from '#lib/contract/disclosure';
import { describeStoredProvider } from '#lib/contract/providers';
import { buildFilterSql } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { type PanelRow, sumOutcomes } from '#lib/dashboard/disclosure/read-outcomes';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

type Engine = Disclosure['engines'][number];

/** The answers of an engine that one provider gave with one model. */
interface ServedAnswers {
  engine: string;
  provider: string | null;
  model: string | null;
  answers: number;
}

/** Lists the engines of the current period, those with the most answers first. */
export async function listEngines(
  context: Context,
  filters: MetricFilters,
  rows: readonly PanelRow[],
): Promise<Engine[]> {
  const served = Map.groupBy(await readServedAnswers(context, filters), ({ engine }) => engine);
  return [...Map.groupBy(rows, ({ engine }) => engine)]
    .map(([engine, engineRows]) => {
      const answers = served.get(engine) ?? [];
      return {
        engine,
        ...sumOutcomes(engineRows),
        access: sumBy(answers, ({ provider }) => provider).map(({ key, answers: count }) => {
          const { title, access } = describeStoredProvider(key);
          return { provider: title, kind: access, answers: count };
        }),
        models: sumBy(answers, ({ model }) => model).flatMap(({ key, answers: count }) =>
          key === null ? [] : [{ model: key, answers: count }],
        ),
        missing: listMissingValues(engineRows, answers),
      };
    })
    .toSorted((a, b) => b.answered - a.answered || a.engine.localeCompare(b.engine));
}

/** Counts the answers of the current period by engine, provider and model. */
function readServedAnswers(context: Context, filters: MetricFilters): Promise<ServedAnswers[]> {
  const { answers } = buildFilterSql(context, filters);
  return queryRows<ServedAnswers & Record<string, unknown>>(
    context.db,
    sql`SELECT engine, provider, model, count(*)::int AS answers FROM answers WHERE ${answers}
      GROUP BY engine, provider, model`,
  );
}

/** Sums answers by a key, the most frequent one first. */
function sumBy(
  served: readonly ServedAnswers[],
  getKey: (row: ServedAnswers) => string | null,
): { key: string | null; answers: number }[] {
  return [...Map.groupBy(served, getKey)]
    .map(([key, group]) => ({ key, answers: group.reduce((sum, { answers }) => sum + answers, 0) }))
    .toSorted((a, b) => b.answers - a.answers || (a.key ?? '').localeCompare(b.key ?? ''));
}

function listMissingValues(rows: readonly PanelRow[], served: readonly ServedAnswers[]): Engine['missing'] {
  const sum = (count: (row: PanelRow) => number) => rows.reduce((total, row) => total + count(row), 0);
  const values: Engine['missing'] = [
    { value: 'citations', answers: sum((row) => row.answered - row.withReportedCitations) },
    { value: 'search queries', answers: sum((row) => row.answered - row.withReportedQueries) },
    { value: 'structure', answers: sum((row) => row.withoutStructure) },
    {
      value: 'model',
      answers: served.reduce((total, row) => total + (row.model === null ? row.answers : 0), 0),
    },
  ];
  return values.filter(({ answers }) => answers > 0);
}
