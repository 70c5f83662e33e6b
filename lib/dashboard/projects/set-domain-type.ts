import { and, eq } from 'drizzle-orm';
import { invalidField } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { correctableTypes, getRegistrableDomain } from '#lib/dashboard/projects/domains';
import { lockProject } from '#lib/dashboard/projects/project';
import { type Context, scoped } from '#lib/db/client';
import { domainTypes } from '#lib/db/schema/projects';

/**
 * Sets the type of a domain in a project; null resets it. The types `own` and `competitor` cannot be set, because they
 * follow from the domains of tracked brands.
 */
export async function setDomainType(
  context: Context,
  { projectId, domain, type }: { projectId: string; domain: string; type: string | null },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  if (type !== null && !correctableTypes.some((allowed) => allowed === type)) {
    throw invalidField('type', `A domain can be one of: ${correctableTypes.join(', ')}.`);
  }
  if (domain === '' || getRegistrableDomain(domain) !== domain) {
    throw invalidField('domain', 'Enter a registrable domain, such as example.com.');
  }
  await scoped(context, async ({ db, organizationId }) => {
    await lockProject(db, organizationId, projectId);
    if (type !== null) {
      await db
        .insert(domainTypes)
        .values({ organizationId, projectId, domain, type })
        .onConflictDoUpdate({
          target: [domainTypes.organizationId, domainTypes.projectId, domainTypes.domain],
          set: { type },
        });
      return;
    }
    await db
      .delete(domainTypes)
      .where(
        and(
          eq(domainTypes.organizationId, organizationId),
          eq(domainTypes.projectId, projectId),
          eq(domainTypes.domain, domain),
        ),
      );
  });
}
