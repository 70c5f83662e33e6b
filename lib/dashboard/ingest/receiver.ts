import { type Clock, systemClock } from '#lib/core/clock';
import type { Connection } from '#lib/database/connection';
import { sharedPool } from '#lib/database/shared-pool';

/** What the instance's receiver works on in the web process. */
export function receiver(): { connection: Connection; clock: Clock } {
  return { connection: sharedPool(), clock: systemClock };
}
