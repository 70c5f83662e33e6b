import { systemClock } from '#lib/core/clock';
import type { Context } from '#lib/db/context';
import { getDatabase } from '#lib/db/shared-pool';

export type { Context } from '#lib/db/context';

/** What pages and their routes work on: the pool of their process and the present time. */
export function getDependencies(): Pick<Context, 'db' | 'clock'> {
  return { db: getDatabase(), clock: systemClock };
}
