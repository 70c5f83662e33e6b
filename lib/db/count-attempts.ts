import { and, eq, gt, sql } from 'drizzle-orm';
import type { Context } from '#lib/db/context';
import { attemptCounts } from '#lib/db/schema/organizations';

/** The maximum number of attempts per subject within a window that starts with the first of them. */
export interface AttemptWindow {
  attempts: number;
  windowMinutes: number;
}

/**
 * Counts an attempt before it is made, so that parallel attempts cannot exceed the limit.
 * @param subjectHash SHA-256 of the limit and its subject, in hex
 * @returns whether the limit is exceeded, and the number of minutes until the window ends
 */
export async function countInWindow(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  subjectHash: string,
  { attempts: maxAttempts, windowMinutes }: AttemptWindow,
): Promise<{ isExceeded: boolean; minutesLeft: number }> {
  const now = clock.now();
  const resetsAt = new Date(now.getTime() + windowMinutes * 60_000);
  const hasWindowEnded = sql`${attemptCounts.resetsAt} <= ${now}`;
  const [counted] = await db
    .insert(attemptCounts)
    .values({ subjectHash, attempts: 1, resetsAt })
    .onConflictDoUpdate({
      target: attemptCounts.subjectHash,
      set: {
        attempts: sql`CASE WHEN ${hasWindowEnded} THEN 1 ELSE ${attemptCounts.attempts} + 1 END`,
        resetsAt: sql`CASE WHEN ${hasWindowEnded} THEN excluded.resets_at ELSE ${attemptCounts.resetsAt} END`,
      },
    })
    .returning({ attempts: attemptCounts.attempts, resetsAt: attemptCounts.resetsAt });
  const msLeft = (counted?.resetsAt ?? resetsAt).getTime() - now.getTime();
  return {
    isExceeded: (counted?.attempts ?? 1) > maxAttempts,
    minutesLeft: Math.max(1, Math.ceil(msLeft / 60_000)),
  };
}

/** Subtracts an attempt that succeeded from the count. @param subjectHash as in `countInWindow` */
export async function undoCount({ db }: Pick<Context, 'db'>, subjectHash: string): Promise<void> {
  await db
    .update(attemptCounts)
    .set({ attempts: sql`${attemptCounts.attempts} - 1` })
    .where(and(eq(attemptCounts.subjectHash, subjectHash), gt(attemptCounts.attempts, 0)));
}
