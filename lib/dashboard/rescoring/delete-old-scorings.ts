import { and, eq, lt, sql } from 'drizzle-orm';
import { addDays } from '#lib/core/time';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { rollupTables } from '#lib/db/schema/monthly-rollups';
import { noiseFits } from '#lib/db/schema/noise-fits';
import { projects, rescoreJobs } from '#lib/db/schema/projects';
import { statement } from '#lib/db/statement';

/** The days of the rollups of a project, as YYYY-MM-DD; none if no rescoring is stored. */
const listDays = statement({
  name: 'list-days-to-rescore',
  parameters: { organizationId: 'uuid', projectId: 'uuid' },
  row: { day: 'text' },
  isPrepared: false,
  text: `
    SELECT DISTINCT day::text AS day FROM daily_answers JOIN rescore_jobs USING (organization_id, project_id)
    WHERE organization_id = :organizationId AND project_id = :projectId ORDER BY day`,
});

const deleteOldMentions = statement({
  name: 'delete-old-mentions',
  parameters: { organizationId: 'uuid', projectId: 'uuid', day: 'date' },
  isPrepared: false,
  text: `
    DELETE FROM mentions USING answers
    WHERE answers.organization_id = :organizationId AND answers.project_id = :projectId
      AND answers.requested_at >= :day::timestamp AT TIME ZONE 'UTC'
      AND answers.requested_at < (:day + 1)::timestamp AT TIME ZONE 'UTC'
      AND mentions.organization_id = :organizationId AND mentions.requested_at = answers.requested_at
      AND mentions.answer_id = answers.id AND mentions.scoring_version < (
        SELECT projects.scoring_version FROM projects
        WHERE projects.organization_id = :organizationId AND projects.id = :projectId
      )`,
});

/**
 * Deletes the rows of versions older than the published one, day by day, and then the completed rescoring. Nothing
 * reads or writes these rows, so an interrupted deletion is finished by the next call.
 */
export async function deleteOldScorings(
  context: Context,
  projectId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { organizationId } = context;
  const days = await withOrganization(context, ({ db }) => listDays(db, { organizationId, projectId }));
  // The days are those of the zones of both versions, and a day can begin up to 14 hours before and end up to 12 hours
  // after the UTC day.
  const utcDays = new Set(days.flatMap(({ day }) => [addDays(day, -1), day, addDays(day, 1)]));
  for (const day of utcDays) {
    if (signal?.aborted) return;
    await withOrganization(context, ({ db }) => deleteOldMentions(db, { organizationId, projectId, day }));
  }
  const publishedVersion = sql`(SELECT ${projects.scoringVersion} FROM ${projects}
    WHERE ${projects.organizationId} = ${organizationId} AND ${projects.id} = ${projectId})`;
  for (const table of [...rollupTables, noiseFits]) {
    const isOld = and(
      hasValues(table, { organizationId, projectId }),
      lt(table.scoringVersion, publishedVersion),
    );
    await withOrganization(context, ({ db }) => db.delete(table).where(isOld));
  }
  const isCompleted = and(
    hasValues(rescoreJobs, { organizationId, projectId }),
    eq(rescoreJobs.scoringVersion, publishedVersion),
  );
  await withOrganization(context, ({ db }) => db.delete(rescoreJobs).where(isCompleted));
}
