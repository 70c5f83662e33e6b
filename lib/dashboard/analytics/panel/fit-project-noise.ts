import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { presetDays } from '#lib/contract/filters/page-filters';
import { getStartOfDay, toDay } from '#lib/core/days';
import { addDays, countDays, getPreviousCalendarPeriod, listCalendarPeriods } from '#lib/core/time';
import { selectPublishedBrands } from '#lib/dashboard/analytics/filters/filter-sql';
import type { Periods } from '#lib/dashboard/analytics/filters/metric-filters';
import { fitPeriodNoise, storeNoise } from '#lib/dashboard/analytics/panel/period-noise';
import type { SentimentAvailability } from '#lib/dashboard/sentiment/availability';
import { noSentiment, selectSentimentAvailability } from '#lib/dashboard/sentiment/availability';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { queryRows } from '#lib/db/query-rows';
import { statement } from '#lib/db/statement';
import { defineJob, enqueue } from '#lib/queue/jobs';

/** Fits the noise of a project again, after a run or at the beginning of a day. */
export const fitNoiseJob = defineJob({
  name: 'fit-noise',
  schema: z.object({ organizationId: z.uuid(), projectId: z.uuid() }),
  policy: 'short',
  retries: 2,
  expireSeconds: 10 * 60,
});

/** Calendar periods whose noise is fitted before anybody asks for them. */
const offeredCalendarPeriods = new Set<string>(['this-month', 'last-month']);

/** The periods that pages offer, each with its previous one. @param today the current day of the project (YYYY-MM-DD) */
function listOfferedPeriods(today: string): Periods[] {
  const presets = presetDays.map((days) => {
    const from = addDays(today, 1 - days);
    return { current: { from, to: today }, previous: { from: addDays(from, -days), to: addDays(from, -1) } };
  });
  const calendar = listCalendarPeriods(today)
    .filter(({ name }) => offeredCalendarPeriods.has(name))
    .map(({ name, from, to }) => ({
      current: { from, to },
      previous: getPreviousCalendarPeriod(name, { from, to }),
    }));
  return [...presets, ...calendar];
}

/** How long a project without answers is fitted again each day. */
const idleDays = 35;

/**
 * Fits the noise of the periods that pages offer, and replaces what is stored. Noise of other periods that contain the newest
 * answers is deleted; a page fits it again when it is shown. The next fit is enqueued for the beginning of the next day, when
 * the periods move.
 */
export async function fitProjectNoise(context: Context, projectId: string): Promise<void> {
  const fitted = await withOrganization(
    context,
    async (tx) => {
      const project = await readProject(tx, projectId);
      // Each run of a backfill adds older answers; the last one is followed by a fit.
      if (!project || project.isBackfilling) return null;
      const { brandIds, sentiment } = project;
      const today = toDay(context.clock.now(), project.timeZone);
      const periods = listOfferedPeriods(today);
      const { rows } = await fitPeriodNoise(tx, { projectId, brandIds, sentiment }, periods);
      return {
        rows,
        today,
        isActive: project.lastRunAt !== null && countDays(project.lastRunAt, today) <= idleDays,
        timeZone: project.timeZone,
      };
    },
    { snapshot: true },
  );
  if (!fitted) return;
  const { rows, today, isActive, timeZone } = fitted;
  await withOrganization(context, async (tx) => {
    // A run can begin before midnight and end after it.
    const firstChanged = addDays(today, -1);
    await deleteNoise(tx.db, {
      organizationId: tx.organizationId,
      projectId,
      firstChanged,
      days: [...new Set(rows.map(({ days }) => days))],
    });
    await storeNoise(tx, rows);
    if (!isActive) return;
    const nextDay = getStartOfDay(addDays(today, 1), timeZone);
    const delaySeconds = Math.max(0, nextDay.getTime() - context.clock.now().getTime()) / 1000;
    const { organizationId } = tx;
    await enqueue(
      tx.db,
      fitNoiseJob,
      { organizationId, projectId },
      { key: `${projectId} day`, delaySeconds },
    );
  });
}

const deleteNoise = statement({
  name: 'delete-noise',
  parameters: { organizationId: 'uuid', projectId: 'uuid', firstChanged: 'date', days: 'text[]' },
  isPrepared: false,
  text: `
    DELETE FROM noise_fits
    WHERE organization_id = :organizationId AND project_id = :projectId
      AND (last_day >= :firstChanged OR days = ANY (:days) OR created_at < now() - interval '30 days'
        OR created_at < (SELECT max(completed_at) FROM runs WHERE runs.organization_id = :organizationId
          AND runs.project_id = :projectId AND runs.kind = 'backfill'))`,
});

interface ProjectRow {
  timeZone: string;
  /** The day of the last run; null without any. */
  lastRunAt: string | null;
  isBackfilling: boolean;
  brands: { id: string }[] | null;
  sentiment: SentimentAvailability | null;
}

async function readProject({ db, organizationId }: Context, projectId: string) {
  const [row] = await queryRows<ProjectRow & Record<string, unknown>>(
    db,
    sql`SELECT time_zone AS "timeZone",
        (SELECT max(requested_at)::date::text FROM runs
         WHERE runs.organization_id = ${organizationId} AND runs.project_id = ${projectId}) AS "lastRunAt",
        EXISTS (SELECT FROM runs WHERE runs.organization_id = ${organizationId} AND runs.project_id = ${projectId}
          AND runs.kind = 'backfill' AND runs.status <> 'completed') AS "isBackfilling",
        ${selectPublishedBrands(organizationId, projectId)} AS brands,
        ${selectSentimentAvailability(organizationId, projectId)} AS sentiment
      FROM projects WHERE organization_id = ${organizationId} AND id = ${projectId}`,
  );
  if (!row) return null;
  const { timeZone, lastRunAt, isBackfilling, brands, sentiment } = row;
  return {
    timeZone,
    lastRunAt,
    isBackfilling,
    brandIds: (brands ?? []).map(({ id }) => id),
    sentiment: sentiment ?? noSentiment,
  };
}
