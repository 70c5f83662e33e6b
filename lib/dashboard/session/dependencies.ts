import { systemClock } from '#lib/core/clock';
import type { Context } from '#lib/db/context';
import { getDatabase } from '#lib/db/shared-pool';

export type { Context } from '#lib/db/context';

/** Returns the database and clock that pages and routes of this process use. */
export function getDependencies(): Pick<Context, 'db' | 'clock'> {
  return { db: getDatabase(), clock: systemClock };
}
