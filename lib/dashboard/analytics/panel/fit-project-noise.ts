import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { presetDays } from '#lib/contract/filters/page-filters';
import { toDay } from '#lib/core/days';
import { addDays, getPreviousCalendarPeriod, listCalendarPeriods } from '#lib/core/time';
import { selectPublishedBrands } from '#lib/dashboard/analytics/filters/filter-sql';
import type { Periods } from '#lib/dashboard/analytics/filters/metric-filters';
import { fitPeriodNoise, storeNoise } from '#lib/dashboard/analytics/panel/period-noise';
import type { SentimentAvailability } from '#lib/dashboard/sentiment/availability';
import { noSentiment, selectSentimentAvailability } from '#lib/dashboard/sentiment/availability';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { queryRows } from '#lib/db/query-rows';
import { statement } from '#lib/db/statement';
import { defineJob, definePeriodicJob, enqueue } from '#lib/queue/jobs';

/** Fits the noise of a project again, after a run or at the beginning of a day. */
export const fitNoiseJob = defineJob({
  name: 'fit-noise',
  schema: z.object({ organizationId: z.uuid(), projectId: z.uuid() }),
  policy: 'short',
  retries: 2,
  expireSeconds: 10 * 60,
});

/** Starts fits for projects whose day has begun; runs every 15 minutes, as often as a day begins somewhere. */
export const startNoiseFitsJob = definePeriodicJob('start-noise-fits');
export const startNoiseFitsCron = '*/15 * * * *';

/** Calendar periods whose noise is fitted before anybody asks for them. */
const offeredCalendarPeriods = new Set<string>(['this-month', 'last-month']);

/** The periods that pages offer, each with its previous one. @param today the current day of the project (YYYY-MM-DD) */
export function listOfferedPeriods(today: string): Periods[] {
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

/**
 * Fits the noise of the periods that pages offer, and replaces what is stored. Noise of other periods that contain the newest
 * answers is deleted; a page fits it again when it is shown.
 */
export async function fitProjectNoise(context: Context, projectId: string): Promise<void> {
  const fitted = await withOrganization(
    context,
    async (tx) => {
      const project = await readProject(tx, projectId);
      if (!project) return null;
      const { brandIds, sentiment } = project;
      const today = toDay(context.clock.now(), project.timeZone);
      const periods = listOfferedPeriods(today);
      const { rows } = await fitPeriodNoise(tx, { projectId, brandIds, sentiment }, periods);
      return { rows, today };
    },
    { snapshot: true },
  );
  if (!fitted) return;
  const { rows, today } = fitted;
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
  });
}

const deleteNoise = statement({
  name: 'delete-noise',
  parameters: { organizationId: 'uuid', projectId: 'uuid', firstChanged: 'date', days: 'text[]' },
  isPrepared: false,
  text: `
    DELETE FROM noise_fits
    WHERE organization_id = :organizationId AND project_id = :projectId
      AND (last_day >= :firstChanged OR days = ANY (:days) OR created_at < now() - interval '30 days')`,
});

interface ProjectRow {
  timeZone: string;
  brands: { id: string }[] | null;
  sentiment: SentimentAvailability | null;
}

async function readProject({ db, organizationId }: Context, projectId: string) {
  const [row] = await queryRows<ProjectRow & Record<string, unknown>>(
    db,
    sql`SELECT time_zone AS "timeZone", ${selectPublishedBrands(organizationId, projectId)} AS brands,
        ${selectSentimentAvailability(organizationId, projectId)} AS sentiment
      FROM projects WHERE organization_id = ${organizationId} AND id = ${projectId}`,
  );
  if (!row) return null;
  const { timeZone, brands, sentiment } = row;
  return {
    timeZone,
    brandIds: (brands ?? []).map(({ id }) => id),
    sentiment: sentiment ?? noSentiment,
  };
}

/** Projects with a run in the last days whose 28 days up to today have no noise yet. */
const listProjectsToFit = statement({
  name: 'list-projects-to-fit',
  parameters: { now: 'timestamptz' },
  row: { organizationId: 'uuid', projectId: 'uuid' },
  isPrepared: false,
  text: `
    SELECT projects.organization_id AS "organizationId", projects.id AS "projectId"
    FROM projects CROSS JOIN LATERAL (SELECT (:now::timestamptz AT TIME ZONE projects.time_zone)::date AS day) today
    WHERE EXISTS (
        SELECT FROM runs WHERE runs.organization_id = projects.organization_id AND runs.project_id = projects.id
          AND runs.requested_at > :now::timestamptz - interval '35 days'
      )
      AND NOT EXISTS (
        SELECT FROM noise_fits WHERE noise_fits.organization_id = projects.organization_id
          AND noise_fits.project_id = projects.id AND noise_fits.scoring_version = projects.scoring_version
          AND noise_fits.days = (today.day - 27)::text || '..' || today.day::text
      )
      AND NOT EXISTS (
        SELECT FROM organizations WHERE organizations.id = projects.organization_id AND deletes_at IS NOT NULL
      )`,
});

/** Enqueues fits for projects whose day has begun, or whose answers were rescored. @returns the number of projects */
export async function startNoiseFits({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const projects = await listProjectsToFit(db, { now: clock.now() });
  for (const project of projects) await enqueue(db, fitNoiseJob, project, { key: project.projectId });
  return projects.length;
}
