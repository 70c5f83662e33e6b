import { type Brand, brandsJson } from '#lib/dashboard/projects/brand';
import { compileScorer, type Scorer } from '#lib/dashboard/scoring/score-answer';
import type { Database } from '#lib/db/client';

/** A scoring version with the scorer of its brands. */
export interface ScoringVersion {
  version: number;
  scorer: Scorer;
}

/**
 * SQL of the brands of a project's published scoring version, as JSON. During a rescoring they differ from the table
 * `brands`.
 * @param organization SQL of the organization's ID
 * @param project SQL of the project's ID
 */
export const publishedBrandsJson = (organization: string, project: string) => `coalesce(
  (SELECT rescore_jobs.published_brands::json FROM rescore_jobs
   JOIN projects ON projects.organization_id = ${organization} AND projects.id = ${project}
   WHERE rescore_jobs.organization_id = ${organization} AND rescore_jobs.project_id = ${project}
     AND rescore_jobs.scoring_version > projects.scoring_version),
  ${brandsJson(organization, project)})`;

interface Row {
  projectId: string;
  published: number;
  next: number | null;
  publishedBrands: Brand[];
  brands: Brand[];
}

/**
 * Returns the scoring versions of projects, by project ID: the published version and, during a rescoring, the next one.
 * Call it while the projects are locked, so that neither changes before the answers are stored.
 */
export async function readScoringVersions(
  db: Database,
  organizationId: string,
  projectIds: readonly string[],
): Promise<Map<string, ScoringVersion[]>> {
  const { rows } = await db.$client.query<Row>({
    name: 'read-scoring-versions',
    text: `
      SELECT projects.id AS "projectId", projects.scoring_version AS published, rescore_jobs.scoring_version AS next,
        ${brandsJson('$1', 'projects.id')} AS brands,
        coalesce(rescore_jobs.published_brands::json, '[]') AS "publishedBrands"
      FROM projects LEFT JOIN rescore_jobs ON rescore_jobs.organization_id = $1
        AND rescore_jobs.project_id = projects.id AND rescore_jobs.scoring_version > projects.scoring_version
      WHERE projects.organization_id = $1 AND projects.id = ANY ($2::uuid[])`,
    values: [organizationId, projectIds],
  });
  return new Map(rows.map((row) => [row.projectId, toScoringVersions(row)]));
}

function toScoringVersions({ published, next, publishedBrands, brands }: Row): ScoringVersion[] {
  if (next === null) return [{ version: published, scorer: compileScorer(brands) }];
  return [
    { version: published, scorer: compileScorer(publishedBrands) },
    { version: next, scorer: compileScorer(brands) },
  ];
}
