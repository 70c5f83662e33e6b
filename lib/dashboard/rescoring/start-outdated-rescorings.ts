import { log } from '#lib/core/log';
import { readBrands } from '#lib/dashboard/projects/brand';
import { lockProject } from '#lib/dashboard/projects/project';
import { scoringAlgorithm } from '#lib/dashboard/projects/scoring-algorithm';
import { startRescoring } from '#lib/dashboard/rescoring/start-rescoring';
import { type Context, createOperatorContext } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { statement } from '#lib/db/statement';

const isOutdated = 'coalesce(rescore_jobs.scoring_algorithm, projects.scoring_algorithm) < :algorithm';
const joinJob = `
  FROM projects LEFT JOIN rescore_jobs ON rescore_jobs.organization_id = projects.organization_id
    AND rescore_jobs.project_id = projects.id AND rescore_jobs.scoring_version > projects.scoring_version`;

/** In two parts, so that each uses an index: workers call it every minute. */
const listOutdatedProjects = statement({
  name: 'list-outdated-projects',
  parameters: { algorithm: 'int4' },
  row: { organizationId: 'uuid', projectId: 'uuid' },
  isPrepared: false,
  text: `
    WITH outdated AS (
      SELECT organization_id, id FROM projects WHERE scoring_algorithm < :algorithm
      UNION
      SELECT organization_id, project_id FROM rescore_jobs WHERE scoring_algorithm < :algorithm
    )
    SELECT projects.organization_id AS "organizationId", projects.id AS "projectId" ${joinJob}
    WHERE (projects.organization_id, projects.id) IN (SELECT * FROM outdated) AND ${isOutdated}
      AND NOT EXISTS (SELECT FROM organizations WHERE id = projects.organization_id AND deletes_at IS NOT NULL)
    ORDER BY projects.organization_id, projects.id`,
});

const findOutdatedProject = statement({
  name: 'find-outdated-project',
  parameters: { organizationId: 'uuid', projectId: 'uuid', algorithm: 'int4' },
  row: { projectId: 'uuid' },
  isPrepared: false,
  text: `
    SELECT projects.id AS "projectId" ${joinJob}
    WHERE projects.organization_id = :organizationId AND projects.id = :projectId AND ${isOutdated}`,
});

/**
 * Starts the rescoring of every project whose answers were scored by an earlier algorithm, and restarts rescorings that
 * one began. Workers call it before they ingest answers, so that no metric mixes the scores of two algorithms.
 * @returns the number of projects
 */
export async function startOutdatedRescorings(base: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const algorithm = scoringAlgorithm;
  const outdated = await listOutdatedProjects(base.db, { algorithm });
  for (const { organizationId, projectId } of outdated) {
    await withOrganization(createOperatorContext(base, organizationId), async (tx) => {
      // Another worker may have started it, or a member may have deleted the project.
      const [found] = await findOutdatedProject(tx.db, { organizationId, projectId, algorithm });
      if (!found) return;
      await lockProject(tx.db, organizationId, projectId);
      const [stillOutdated] = await findOutdatedProject(tx.db, { organizationId, projectId, algorithm });
      if (!stillOutdated) return;
      const brands = await readBrands(tx.db, organizationId, [projectId]);
      await startRescoring(tx, projectId, brands.get(projectId) ?? []);
    });
  }
  if (outdated.length > 0) {
    log.info({ projects: outdated.length, algorithm }, 'rescoring started for a new scoring algorithm');
  }
  return outdated.length;
}
