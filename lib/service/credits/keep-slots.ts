import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Database } from '#lib/db/client';

/** The slots this process holds, renewed together so that they do not expire under a long request. */
export interface LeaseRenewer {
  add(organizationId: string, requestId: string): void;
  remove(requestId: string): void;
}

const renew = `
  UPDATE sync_leases s SET leased_until = now() + make_interval(secs => $3)
  FROM unnest($1::uuid[], $2::uuid[]) AS kept (organization_id, id)
  WHERE s.organization_id = kept.organization_id AND s.id = kept.id`;

/** Renews held slots at a third of the lease. The timer runs only while something is held. */
export function createLeaseRenewer(db: Database, leaseSeconds: number): LeaseRenewer {
  const kept = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;

  async function renewAll(): Promise<void> {
    try {
      await db.$client.query({
        text: renew,
        values: [[...kept.values()], [...kept.keys()], leaseSeconds],
      });
    } catch (error) {
      log.warn({ error: describeError(error) }, 'the slots of running requests could not be renewed');
    }
  }

  return {
    add(organizationId, requestId) {
      kept.set(requestId, organizationId);
      timer ??= setInterval(renewAll, (leaseSeconds * 1000) / 3).unref();
    },
    remove(requestId) {
      kept.delete(requestId);
      if (kept.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}
