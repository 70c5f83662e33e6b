import type pg from 'pg';
import type { Clock } from '#lib/core/clock';
import type { Settings } from '#lib/core/settings';

export type { Context } from '#lib/database/context';

/** What the service runs on: one process's pool, its clock and its settings. */
export interface Service {
  connection: pg.Pool;
  clock: Clock;
  settings: Settings;
}
