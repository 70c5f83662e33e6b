import { invalidField } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { correctableTypes, getRegistrableDomain } from '#lib/dashboard/projects/domains';
import { lockProject } from '#lib/dashboard/projects/project';
import { type Context, scoped } from '#lib/db/client';

/**
 * Says what kind of site a domain is, for every figure of the project; null takes the correction back. Whose a
 * domain is cannot be corrected here: that follows from the domains of the tracked brands.
 */
export async function setDomainType(
  context: Context,
  { projectId, domain, type }: { projectId: string; domain: string; type: string | null },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  if (type !== null && !correctableTypes.some((known) => known === type)) {
    throw invalidField('type', `A domain can be one of: ${correctableTypes.join(', ')}.`);
  }
  if (domain === '' || getRegistrableDomain(domain) !== domain) {
    throw invalidField('domain', 'Name a registrable domain, such as example.com.');
  }
  await scoped(context, async ({ db, organizationId }) => {
    await lockProject(db, organizationId, projectId);
    const values = [organizationId, projectId, domain];
    if (type === null) {
      await db.$client.query(
        'DELETE FROM domain_types WHERE organization_id = $1 AND project_id = $2 AND domain = $3',
        values,
      );
      return;
    }
    await db.$client.query(
      `INSERT INTO domain_types (organization_id, project_id, domain, type) VALUES ($1, $2, $3, $4)
       ON CONFLICT (organization_id, project_id, domain) DO UPDATE SET type = excluded.type`,
      [...values, type],
    );
  });
}
