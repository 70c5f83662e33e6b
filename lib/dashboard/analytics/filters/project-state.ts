import { sql } from 'drizzle-orm';
import type { EngineModel } from '#lib/contract/engine-labels';
import type { EngineAccess } from '#lib/contract/engines';
import { processState } from '#lib/core/process-state';
import { isUuid } from '#lib/core/text';
import { addDays, type Period, toUtcDay } from '#lib/core/time';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { selectAnsweredDay } from '#lib/dashboard/counts/answered-day';
import { readLatestModels } from '#lib/dashboard/counts/read-latest-models';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

/** The values a project's metrics can be filtered by. */
export interface FilterValues {
  /** Engines and countries of any run or schedule. */
  engines: string[];
  countries: string[];
  topics: string[];
  tags: string[];
}

const noFilterValues: FilterValues = { engines: [], countries: [], topics: [], tags: [] };

/** Returns the filter values of a project. Skips runs with the same engines and countries (loose index scan). */
export async function listFilterValues(
  context: Context,
  { projectId }: { projectId: string },
): Promise<FilterValues> {
  if (!isUuid(projectId)) return noFilterValues;
  return withMetricsTransaction(context, async ({ db, organizationId }) => {
    const isInProject = sql`organization_id = ${organizationId} AND project_id = ${projectId}`;
    const [values] = await queryRows<FilterValues & Record<string, unknown>>(
      db,
      sql`
        WITH RECURSIVE run_targets AS (
          (SELECT engines, countries FROM runs WHERE ${isInProject} ORDER BY engines, countries LIMIT 1)
          UNION ALL
          SELECT next.* FROM run_targets, LATERAL (
            SELECT runs.engines, runs.countries FROM runs
            WHERE ${isInProject} AND (runs.engines, runs.countries) > (run_targets.engines, run_targets.countries)
            ORDER BY engines, countries LIMIT 1
          ) next
        ), used AS (
          SELECT engines, countries FROM run_targets
          UNION ALL
          SELECT engines, countries FROM schedules WHERE ${isInProject}
        )
        SELECT
          ARRAY(SELECT DISTINCT unnest(engines) AS engine FROM used ORDER BY engine) AS engines,
          ARRAY(SELECT DISTINCT unnest(countries) AS country FROM used ORDER BY country) AS countries,
          ARRAY(SELECT DISTINCT topic FROM prompts WHERE ${isInProject} AND topic <> '' ORDER BY topic) AS topics,
          ARRAY(SELECT DISTINCT unnest(tags) AS tag FROM prompts WHERE ${isInProject} ORDER BY tag) AS tags`,
    );
    return values ?? noFilterValues;
  });
}

declare module '#lib/core/process-state' {
  interface ProcessState {
    /** Returns how an organization's engines are queried now; set by the web process if it serves `/v1` to the dashboard. */
    getEngineAccess?: ((organizationId: string) => Promise<EngineAccess>) | undefined;
  }
}

/** Enough for the last run of a monthly schedule. */
const recentDays = 35;

/** Returns the engines with recent answers, their latest models and how they are queried. */
export async function listEngineModels(
  context: Context,
  { projectId }: { projectId: string },
): Promise<EngineModel[]> {
  if (!isUuid(projectId)) return [];
  const since = addDays(toUtcDay(context.clock.now()), -recentDays);
  const readModels = withMetricsTransaction(context, (tx) => readLatestModels(tx, { projectId, since }));
  const [models, access] = await Promise.all([
    readModels,
    processState.getEngineAccess?.(context.organizationId),
  ]);
  const accessByEngine: Readonly<Record<string, EngineModel['access']>> = access ?? {};
  return models.map((latest) => ({ ...latest, access: accessByEngine[latest.engine] }));
}

/** The number of run items without a usable answer, by outcome. */
export interface MissingAnswers {
  failed: number;
  /** The engine responded without an answer. */
  noAnswer: number;
  /** The answer has an unknown format. */
  unreadable: number;
  notSent: number;
}

const noMissingAnswers: MissingAnswers = { failed: 0, noAnswer: 0, unreadable: 0, notSent: 0 };

/** The possible reasons for a page without answers: the state of a project or prompt, regardless of the filters. */
export interface EmptyStateReason {
  hasPrompts: boolean;
  /** The first and last day with an answer; null without any. */
  answeredPeriod: Period | null;
  /** The run items of the last completed run that have no usable answer, by outcome. */
  missing: MissingAnswers;
  /** The last completed run; null without any. */
  lastRunId: string | null;
}

interface EmptyStateRow extends Omit<EmptyStateReason, 'answeredPeriod'> {
  from: string | null;
  to: string | null;
}

/** Returns the possible reasons for a page of a project or prompt without answers. */
export function getEmptyStateReason(
  context: Context,
  { projectId, promptId = null }: { projectId: string; promptId?: string | null | undefined },
): Promise<EmptyStateReason> {
  return withMetricsTransaction(context, async ({ db, organizationId }) => {
    const isPrompt = promptId === null ? sql`true` : sql`prompt_id = ${promptId}`;
    const isInProject = sql`organization_id = ${organizationId} AND project_id = ${projectId}`;
    const [row] = await queryRows<EmptyStateRow & Record<string, unknown>>(
      db,
      sql`
        WITH last_run AS (
          SELECT id FROM runs WHERE ${isInProject} AND status = 'completed'
            AND (${promptId === null}::boolean OR EXISTS (
              SELECT FROM run_items
              WHERE run_items.organization_id = ${organizationId} AND run_items.run_id = runs.id AND ${isPrompt}))
          ORDER BY created_at DESC LIMIT 1
        )
        SELECT EXISTS (SELECT FROM prompts WHERE ${isInProject} AND archived_at IS NULL) AS "hasPrompts",
          ${selectAnsweredDay(organizationId, projectId, 'first', isPrompt)} AS from,
          ${selectAnsweredDay(organizationId, projectId, 'last', isPrompt)} AS to, (SELECT id FROM last_run) AS "lastRunId",
          (SELECT json_build_object('failed', count(*) FILTER (WHERE status = 'failed'),
             'noAnswer', count(*) FILTER (WHERE status = 'no_answer'),
             'unreadable', count(*) FILTER (WHERE status = 'unreadable'),
             'notSent', count(*) FILTER (WHERE status = 'not_sent'))
           FROM run_items
           WHERE organization_id = ${organizationId} AND run_id = (SELECT id FROM last_run) AND ${isPrompt}) AS missing`,
    );
    const {
      hasPrompts = false,
      from = null,
      to = null,
      lastRunId = null,
      missing = noMissingAnswers,
    } = row ?? {};
    const answeredPeriod = from !== null && to !== null ? { from, to } : null;
    return { hasPrompts, answeredPeriod, missing, lastRunId };
  });
}
