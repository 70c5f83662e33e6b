import type pg from 'pg';
import type { Clock } from '#lib/core/clock';
import type { Settings } from '#lib/core/settings';
import type { Providers } from '#lib/providers/registry';

export type { Context } from '#lib/db/context';

/** What the service runs on: one process's pool, its clock and its settings. */
export interface Service {
  connection: pg.Pool;
  clock: Clock;
  settings: Settings;
  /** Who answers the engines; by default those that the settings choose. */
  providers?: Providers;
}
