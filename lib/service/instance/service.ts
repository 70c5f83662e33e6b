import { LRUCache } from 'lru-cache';
import { type Env, getEnv } from '#lib/core/env';
import { processState } from '#lib/core/process-state';
import { type Clock, systemClock } from '#lib/core/time';
import type { PooledDatabase } from '#lib/db/database';
import { getDatabases } from '#lib/db/databases';
import type { RatePacer } from '#lib/providers/rate-pacer';
import type { Providers } from '#lib/providers/registry';
import { type CircuitBreaker, createCircuitBreaker } from '#lib/service/circuit-breaker/circuit-breaker';
import { createLeaseRenewer, type LeaseRenewer } from '#lib/service/credits/sync-leases';
import { createProviderResolver, type ProviderResolver } from '#lib/service/provider-keys/provider-resolver';
import { createStatsCollector, type StatsCollector } from '#lib/service/provider-stats/stats-collector';
import { createRequestLog, type RequestLog } from '#lib/service/request-log/request-log';

export type { Context } from '#lib/db/context';

/** The dependencies of `/v1`, created once per process. */
export interface Service {
  db: PooledDatabase;
  /**
   * The pool for metrics, which the dashboard's pages use too: one organization can use only a few connections of it.
   */
  restrictedDb: PooledDatabase;
  clock: Clock;
  settings: Env;
  providers: ProviderResolver;
  circuits: CircuitBreaker;
  stats: StatsCollector;
  /** Rate pacers by credential. */
  pacers: LRUCache<string, RatePacer>;
  leases: LeaseRenewer;
  requestLog: RequestLog;
  /** Aborted when a web process begins to stop. `/healthz` then responds with 503, so that proxies avoid the process. */
  stopping: AbortController;
  /** Aborted when the process cannot wait any longer for requests in flight, which then fail. */
  shutdownDeadline: AbortController;
}

const maxPacers = 1_000;

/**
 * Creates the dependencies of `/v1`.
 * @param options.providers used for all organizations, instead of those that the settings and keys select
 */
export function createService({
  db,
  restrictedDb = db,
  clock = systemClock,
  settings = getEnv(),
  providers,
}: Pick<Service, 'db'> &
  Partial<Pick<Service, 'restrictedDb' | 'clock' | 'settings'>> & {
    providers?: Providers;
  }): Service {
  return {
    db,
    restrictedDb,
    clock,
    settings,
    providers: createProviderResolver(db, settings, providers),
    circuits: createCircuitBreaker(db),
    stats: createStatsCollector(db),
    pacers: new LRUCache({ max: maxPacers }),
    leases: createLeaseRenewer(db, settings.LEASE_SECONDS),
    requestLog: createRequestLog(db),
    stopping: new AbortController(),
    shutdownDeadline: new AbortController(),
  };
}

/** Writes the buffered request log and provider statistics. Call it before the process exits. */
export async function flushService({ requestLog, stats }: Service): Promise<void> {
  await requestLog.flush();
  await stats.flush();
}

declare module '#lib/core/process-state' {
  interface ProcessState {
    service?: Service;
  }
}

/** Returns the service with the databases and the settings of this process. @throws Error if DATABASE_URL is missing */
export function openService(): Service {
  processState.service ??= createProcessService();
  return processState.service;
}

function createProcessService(): Service {
  const { system, restricted } = getDatabases();
  return createService({ db: system, restrictedDb: restricted });
}
