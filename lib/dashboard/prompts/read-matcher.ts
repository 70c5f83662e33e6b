import { compileMatcher, type Matcher } from '#lib/dashboard/mentions/matcher';
import { readBrands } from '#lib/dashboard/projects/brand';
import type { Connection } from '#lib/database/connection';

/** The matcher of a project's present brands. */
export async function readMatcher(
  connection: Connection,
  organizationId: string,
  projectId: string,
): Promise<Matcher> {
  const brands = await readBrands(connection, organizationId, [projectId]);
  return compileMatcher(brands.get(projectId) ?? []);
}
