import { readBrands } from '#lib/dashboard/projects/brand';
import { compileMatcher, type Matcher } from '#lib/dashboard/scoring/matcher';
import type { Connection } from '#lib/db/connection';

/** The matcher of a project's present brands. */
export async function readMatcher(
  connection: Connection,
  organizationId: string,
  projectId: string,
): Promise<Matcher> {
  const brands = await readBrands(connection, organizationId, [projectId]);
  return compileMatcher(brands.get(projectId) ?? []);
}
