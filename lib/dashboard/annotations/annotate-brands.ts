import { brandChanges } from '#lib/dashboard/annotations/brand-changes';
import type { Brand } from '#lib/dashboard/projects/brand';
import type { Context } from '#lib/db/context';

/**
 * Notes a change of brands on the day it is made, as part of the transaction that makes it. A project without
 * answers has no figures that it could explain, so there nothing is noted.
 */
export async function annotateBrands(
  { db, organizationId, clock }: Context,
  projectId: string,
  { before, after }: { before: readonly Brand[]; after: readonly Brand[] },
): Promise<void> {
  await db.$client.query(
    `INSERT INTO annotations (organization_id, project_id, day, kind, text, created_at)
     SELECT $1, $2, ($4::timestamptz AT TIME ZONE 'UTC')::date, 'brands', words, $4
     FROM unnest($3::text[]) words
     WHERE EXISTS (SELECT FROM answers WHERE organization_id = $1 AND project_id = $2)`,
    [organizationId, projectId, brandChanges(before, after), clock.now()],
  );
}
