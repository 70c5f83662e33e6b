import { readBrands } from '#lib/dashboard/projects/brand';
import { compileMatcher, type Matcher } from '#lib/dashboard/scoring/matcher';
import type { Database } from '#lib/db/client';

/** The matcher of a project's present brands. */
export async function readMatcher(db: Database, organizationId: string, projectId: string): Promise<Matcher> {
  const brands = await readBrands(db, organizationId, [projectId]);
  return compileMatcher(brands.get(projectId) ?? []);
}
