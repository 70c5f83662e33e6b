import { sql } from 'drizzle-orm';
import type { Outcomes } from '#lib/contract/disclosure';
import { buildFilterSql } from '#lib/dashboard/analytics/filters/filter-sql';
import { getPeriods, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { readCounts } from '#lib/dashboard/counts/read-counts';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

/** The outcomes of the run items of one prompt on one engine in one country, and what is known of its answers. */
export interface PanelRow extends Omit<Outcomes, 'planned'> {
  promptId: string;
  engine: string;
  country: string;
  isBrandedPrompt: boolean;
  withReportedCitations: number;
  withReportedQueries: number;
  withoutStructure: number;
  fictionalAnswers: number;
}

/** The rows of both periods, and the days with answers of the current one. */
export interface Panel {
  current: PanelRow[];
  /** Null when nothing is compared. */
  previous: PanelRow[] | null;
  answerDays: number;
}

const counts = [
  'answers',
  'noAnswer',
  'unreadable',
  'withReportedCitations',
  'withReportedQueries',
  'withoutStructure',
  'fictionalAnswers',
  'isBrandedPrompt',
] as const;

/** Reads what was asked in the periods of the filters, and what came of it. */
export async function readPanel(context: Context, filters: MetricFilters): Promise<Panel> {
  const periods = getPeriods(filters);
  const source = { of: 'answers', filters, periods } as const;
  const { segments, days } = await readCounts(context, {
    segments: { ...source, by: ['promptId', 'engine', 'country'], counts },
    days: { ...source, by: ['day'], counts: ['answers'] },
  });
  const buildRows = async (name: keyof typeof periods, { from, to } = periods.current) => [
    ...segments
      .filter(({ period }) => period === name)
      .map(({ period: _, answers, ...row }) => ({ ...row, answered: answers, ...noneMissing })),
    ...(await readUnanswered(context, { ...filters, from, to, compare: 'none' })),
  ];
  return {
    current: await buildRows('current'),
    previous: periods.previous && (await buildRows('previous', periods.previous)),
    answerDays: days.filter(({ period, answers }) => period === 'current' && answers > 0).length,
  };
}

const noneMissing = { failed: 0, notSent: 0, open: 0 };
const noAnswers = {
  answered: 0,
  noAnswer: 0,
  unreadable: 0,
  withReportedCitations: 0,
  withReportedQueries: 0,
  withoutStructure: 0,
  fictionalAnswers: 0,
  isBrandedPrompt: false,
};

/** Reads the run items of a period that engines have not responded to, by segment. */
async function readUnanswered(context: Context, filters: MetricFilters): Promise<PanelRow[]> {
  const { organizationId, projectId, observations } = buildFilterSql(context, filters);
  const rows = await queryRows<
    Pick<PanelRow, 'promptId' | 'engine' | 'country' | 'failed' | 'notSent' | 'open'>
  >(
    context.db,
    sql`
      SELECT prompt_id AS "promptId", engine, country, count(*) FILTER (WHERE status = 'failed')::int AS failed,
        count(*) FILTER (WHERE status = 'not_sent')::int AS "notSent",
        count(*) FILTER (WHERE status IN ('pending', 'sent'))::int AS open
      FROM (
        SELECT run_items.organization_id, runs.project_id, run_items.prompt_id, run_items.engine,
          run_items.country, run_items.status, runs.requested_at
        FROM runs JOIN run_items ON run_items.organization_id = ${organizationId} AND run_items.run_id = runs.id
          AND run_items.status IN ('failed', 'not_sent', 'pending', 'sent')
        WHERE runs.organization_id = ${organizationId} AND runs.project_id = ${projectId}
      ) item
      WHERE ${observations} GROUP BY prompt_id, engine, country`,
  );
  return rows.map((row) => ({ ...noAnswers, ...row }));
}

/** Sums the outcomes of rows. */
export function sumOutcomes(rows: readonly PanelRow[]): Outcomes {
  const sum = (count: keyof Omit<Outcomes, 'planned'>) => rows.reduce((total, row) => total + row[count], 0);
  const parts = {
    answered: sum('answered'),
    noAnswer: sum('noAnswer'),
    failed: sum('failed'),
    unreadable: sum('unreadable'),
    notSent: sum('notSent'),
    open: sum('open'),
  };
  return { planned: Object.values(parts).reduce((total, count) => total + count, 0), ...parts };
}
