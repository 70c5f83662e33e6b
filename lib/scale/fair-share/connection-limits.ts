import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { extendDatabase, type PooledDatabase } from '#lib/db/database';

/** Maximum number of connections that the pages of one organization use at once, and of calls that wait for one. */
const connectionsPerOrganization = 2;
const waitingPerOrganization = 200;
const maxOrganizations = 10_000;

/** The organization whose limited call is running. */
const limitedOrganization = new AsyncLocalStorage<string>();

/**
 * Limits the connections of a pool that each organization uses at once: further calls of `withOrganization` wait, so that
 * an organization cannot slow down others.
 */
export function limitConnections(db: PooledDatabase): PooledDatabase {
  const limits = new LRUCache<string, LimitFunction>({ max: maxOrganizations });
  return extendDatabase(db, {
    runInTurn(organizationId, run) {
      // A call within another one must not wait for it.
      if (limitedOrganization.getStore() === organizationId) return run();
      const limit = limits.get(organizationId) ?? pLimit(connectionsPerOrganization);
      limits.set(organizationId, limit);
      if (limit.pendingCount >= waitingPerOrganization) return null;
      return limit(() => limitedOrganization.run(organizationId, run));
    },
  });
}
