import type { Context } from '#lib/db/context';

/**
 * Runs reads whose data may be a few seconds old (`asOf`), if the context allows that and its database has `staleReads`.
 * `read` may run twice, and `RESOURCE_NOT_FOUND` means that the current data does not have it either.
 */
export async function runStaleRead<T>(context: Context, read: (context: Context) => Promise<T>): Promise<T> {
  const { db, clock, needsCurrentData } = context;
  if (!db.staleReads || needsCurrentData) return read(context);
  return db.staleReads.run(db, (chosen, ageMs) => {
    const asOf = new Date(clock.now().getTime() - ageMs);
    return read({ ...context, db: chosen, ...(ageMs > 0 ? { asOf } : {}) });
  });
}

/** Returns the time up to which the data of stale reads includes all changes; null if they read the current data. */
export function getDataTime({ db, clock, needsCurrentData }: Context): Date | null {
  const ageMs = needsCurrentData ? null : (db.staleReads?.getAgeMs() ?? null);
  return ageMs === null ? null : new Date(clock.now().getTime() - ageMs);
}
