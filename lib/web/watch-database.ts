import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { PooledDatabase } from '#lib/db/client';

/** How long an answer of the database stands for those after it. */
const provenMs = 1_000;

/** Tells whether the database answers: asked at most once a second, and at once when a connection has broken. */
export function watchDatabase(db: PooledDatabase): () => boolean | Promise<boolean> {
  let provenAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<boolean> | undefined;
  // A connection that breaks leaves the pool, whether it was idle or in use.
  db.$client.on('remove', () => {
    provenAt = Number.NEGATIVE_INFINITY;
  });
  const ask = async (): Promise<boolean> => {
    try {
      await db.$client.query('SELECT 1');
      provenAt = performance.now();
      return true;
    } catch (error) {
      log.warn({ error: describeError(error) }, 'the database does not answer');
      return false;
    } finally {
      asking = undefined;
    }
  };
  return () => {
    if (performance.now() - provenAt < provenMs) return true;
    asking ??= ask();
    return asking;
  };
}
