import { type Clock, systemClock } from '#lib/core/clock';
import type { Connection } from '#lib/db/connection';
import { sharedPool } from '#lib/db/shared-pool';

/** What the instance's receiver works on in the web process. */
export function receiver(): { connection: Connection; clock: Clock } {
  return { connection: sharedPool(), clock: systemClock };
}
