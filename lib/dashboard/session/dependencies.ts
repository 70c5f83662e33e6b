import { systemClock } from '#lib/core/time';
import { type Context, getDatabase } from '#lib/db/client';

export type { Context } from '#lib/db/client';

/** Returns the database and clock that pages and routes of this process use. */
export function getDependencies(): Pick<Context, 'db' | 'clock'> {
  return { db: getDatabase(), clock: systemClock };
}
