import type { Clock } from '#lib/core/clock';
import type { Env } from '#lib/core/env';
import type { PooledDatabase } from '#lib/db/client';
import type { Providers } from '#lib/providers/registry';

export type { Context } from '#lib/db/context';

/** What the service runs on: one process's pool, its clock and its settings. */
export interface Service {
  db: PooledDatabase;
  clock: Clock;
  settings: Env;
  /** Who answers the engines; by default those that the settings choose. */
  providers?: Providers;
}
