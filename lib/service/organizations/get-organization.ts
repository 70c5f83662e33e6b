import type { Plan } from '#lib/contract/plans';
import { ServiceError } from '#lib/core/errors';
import type { Context } from '#lib/db/context';

export interface Organization {
  id: string;
  name: string;
  plan: Plan;
  /** Sync requests at once. */
  concurrency: number;
  /** Tasks processed at once. */
  asyncConcurrency: number;
  /** Whether webhooks are signed. */
  signing: boolean;
  createdAt: Date;
}

/** The context's organization. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getOrganization({ db, organizationId }: Context): Promise<Organization> {
  const { rows } = await db.$client.query<Organization>(
    `SELECT o.id, o.name, o.plan, o.sync_concurrency AS concurrency, q.async_concurrency AS "asyncConcurrency",
            o.signing_secret_encrypted IS NOT NULL AS signing, o.created_at AS "createdAt"
     FROM organizations o JOIN task_queue_stats q ON q.organization_id = o.id
     WHERE o.id = $1`,
    [organizationId],
  );
  const found = rows[0];
  if (!found) throw organizationNotFound(organizationId);
  return found;
}

export function organizationNotFound(id: string): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', {
    message: `There is no organization ${id}.`,
    details: { id },
  });
}
