import { setTimeout as wait } from 'node:timers/promises';
import type { PooledDatabase } from '#lib/db/database';
import {
  openReadReplica,
  type ReplicaSettings,
  type ReplicaState,
} from '#lib/scale/read-replica/read-replica';

/** The current state of the read replica, for the operator. */
export interface ReplicaStatus extends Pick<ReplicaState, 'isUsable' | 'behindBytes' | 'problem'> {
  /** Null if it does not respond, or does not catch up within the maximum lag. */
  lagSeconds: number | null;
}

/**
 * Measures how far the configured read replica is behind; null if there is none. The measurement takes as long as
 * the lag, but at most the maximum lag.
 */
export async function measureReplica(
  settings: ReplicaSettings,
  primary: PooledDatabase,
): Promise<ReplicaStatus | null> {
  const replica = openReadReplica(settings, primary);
  if (!replica) return null;
  try {
    const endAt = performance.now() + settings.DATABASE_READ_MAX_LAG_SECONDS * 1000;
    while ((await replica.check()) && !replica.getState().isUsable && performance.now() < endAt)
      await wait(50);
    const { isUsable, lagMs, behindBytes, problem } = replica.getState();
    const lagSeconds = Number.isFinite(lagMs) ? Math.round(lagMs) / 1000 : null;
    return { isUsable, lagSeconds, behindBytes, problem };
  } finally {
    await replica.close();
  }
}
