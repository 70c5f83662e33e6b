import { type Clock, systemClock } from '#lib/core/clock';
import type { Database } from '#lib/db/client';
import { getDatabase } from '#lib/db/shared-pool';

/** What the instance's receiver works on in the web process. */
export function receiver(): { db: Database; clock: Clock } {
  return { db: getDatabase(), clock: systemClock };
}
