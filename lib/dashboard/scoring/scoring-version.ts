import { type Brand, brandsJson } from '#lib/dashboard/projects/brand';
import { compileScorer, type Scorer } from '#lib/dashboard/scoring/score-answer';
import type { Database } from '#lib/db/client';

/** Brands to score answers by, and the number that mentions and rollups so scored carry. */
export interface ScoringVersion {
  version: number;
  scorer: Scorer;
}

/**
 * The brands that the shown definition of a project was scored by, as JSON: while a changed definition is being
 * written they are other ones than those in `brands`.
 * @param organization SQL of the organization's id
 * @param project SQL of the project's id
 */
export const publishedBrandsJson = (organization: string, project: string) => `coalesce(
  (SELECT rescore_jobs.published_brands::json FROM rescore_jobs
   JOIN projects ON projects.organization_id = ${organization} AND projects.id = ${project}
   WHERE rescore_jobs.organization_id = ${organization} AND rescore_jobs.project_id = ${project}
     AND rescore_jobs.scoring_version > projects.scoring_version),
  ${brandsJson(organization, project)})`;

interface Row {
  projectId: string;
  shown: number;
  next: number | null;
  shownBrands: Brand[];
  brands: Brand[];
}

/**
 * What an answer of each project is scored by, by project id: the definition that is shown and, while another is
 * being written, that one, too. Under the projects' lock, for neither may change before the answers are stored.
 */
export async function readScoringVersions(
  db: Database,
  organizationId: string,
  projectIds: readonly string[],
): Promise<Map<string, ScoringVersion[]>> {
  const { rows } = await db.$client.query<Row>({
    name: 'read-definitions',
    text: `
      SELECT projects.id AS "projectId", projects.scoring_version AS shown, rescore_jobs.scoring_version AS next,
        ${brandsJson('$1', 'projects.id')} AS brands,
        coalesce(rescore_jobs.published_brands::json, '[]') AS "shownBrands"
      FROM projects LEFT JOIN rescore_jobs ON rescore_jobs.organization_id = $1
        AND rescore_jobs.project_id = projects.id AND rescore_jobs.scoring_version > projects.scoring_version
      WHERE projects.organization_id = $1 AND projects.id = ANY ($2::uuid[])`,
    values: [organizationId, projectIds],
  });
  return new Map(rows.map((row) => [row.projectId, toScoringVersions(row)]));
}

function toScoringVersions({ shown, next, shownBrands, brands }: Row): ScoringVersion[] {
  if (next === null) return [{ version: shown, scorer: compileScorer(brands) }];
  return [
    { version: shown, scorer: compileScorer(shownBrands) },
    { version: next, scorer: compileScorer(brands) },
  ];
}
