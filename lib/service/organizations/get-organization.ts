import { eq, sql } from 'drizzle-orm';
import { notFound } from '#lib/core/errors';
import type { Context } from '#lib/db/client';
import { organizations } from '#lib/db/schema/organizations';
import { taskQueueStats } from '#lib/db/schema/tasks';

const columns = {
  id: organizations.id,
  name: organizations.name,
  plan: organizations.plan,
  /** Maximum sync requests in flight. */
  concurrency: organizations.syncConcurrency,
  /** Maximum tasks in processing. */
  asyncConcurrency: taskQueueStats.asyncConcurrency,
  /** Whether webhooks are signed. */
  signing: sql<boolean>`${organizations.signingSecretEncrypted} IS NOT NULL`,
  createdAt: organizations.createdAt,
};

/** Returns the context's organization. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getOrganization({ db, organizationId: id }: Context) {
  const [organization] = await db
    .select(columns)
    .from(organizations)
    .innerJoin(taskQueueStats, eq(taskQueueStats.organizationId, organizations.id))
    .where(eq(organizations.id, id));
  if (organization) return organization;
  throw notFound(`There is no organization ${id}.`, id);
}
