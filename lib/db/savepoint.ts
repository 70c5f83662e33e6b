import type { Database } from '#lib/db/database';

/** Runs `work` within a transaction. If it throws, only its changes are undone, so that the transaction can go on. */
export async function withSavepoint<T>(tx: Database, work: () => Promise<T>): Promise<T> {
  await tx.$client.query('SAVEPOINT work');
  try {
    return await work();
  } catch (error) {
    // If this fails too, so does the next statement of the transaction.
    await tx.$client.query('ROLLBACK TO SAVEPOINT work').catch(() => undefined);
    throw error;
  }
}
