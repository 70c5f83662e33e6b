import { and, eq, gt, sql } from 'drizzle-orm';
import { sha256 } from '#lib/core/crypto';
import { ServiceError } from '#lib/core/errors';
import type { Context } from '#lib/db/client';
import { authAttempts } from '#lib/db/schema/organizations';

/** Attempts that one subject may make per window. */
export const authLimits = {
  'login-account': { attempts: 10, windowMinutes: 15 },
  'login-address': { attempts: 50, windowMinutes: 15 },
  'sign-up-address': { attempts: 30, windowMinutes: 60 },
  'invitation-address': { attempts: 30, windowMinutes: 60 },
} as const satisfies Record<string, { attempts: number; windowMinutes: number }>;

export type AuthLimit = keyof typeof authLimits;
type Deps = Pick<Context, 'db' | 'clock'>;

/**
 * Counts an attempt before it is made, so that parallel attempts cannot exceed the limit. Call it outside a
 * transaction: the count must survive an attempt that fails.
 * @param subject an email address or an IP address
 * @throws ServiceError RATE_LIMIT_EXCEEDED with the time to wait
 */
export async function countAttempt({ db, clock }: Deps, limit: AuthLimit, subject: string): Promise<void> {
  const { attempts: maxAttempts, windowMinutes } = authLimits[limit];
  const now = clock.now();
  const resetsAt = new Date(now.getTime() + windowMinutes * 60_000);
  const hasWindowEnded = sql`${authAttempts.resetsAt} <= ${now}`;
  const [counted] = await db
    .insert(authAttempts)
    .values({ subjectHash: hashSubject(limit, subject), attempts: 1, resetsAt })
    .onConflictDoUpdate({
      target: authAttempts.subjectHash,
      set: {
        attempts: sql`CASE WHEN ${hasWindowEnded} THEN 1 ELSE ${authAttempts.attempts} + 1 END`,
        resetsAt: sql`CASE WHEN ${hasWindowEnded} THEN excluded.resets_at ELSE ${authAttempts.resetsAt} END`,
      },
    })
    .returning({ attempts: authAttempts.attempts, resetsAt: authAttempts.resetsAt });
  if (!counted || counted.attempts <= maxAttempts) return;
  const minutes = Math.max(1, Math.ceil((counted.resetsAt.getTime() - now.getTime()) / 60_000));
  throw new ServiceError('RATE_LIMIT_EXCEEDED', {
    message: `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  });
}

/** Reverts the count of an attempt that succeeded. */
export async function undoAttempt({ db }: Deps, limit: AuthLimit, subject: string): Promise<void> {
  await db
    .update(authAttempts)
    .set({ attempts: sql`${authAttempts.attempts} - 1` })
    .where(and(eq(authAttempts.subjectHash, hashSubject(limit, subject)), gt(authAttempts.attempts, 0)));
}

/** Resets the count of a subject that has signed in. */
export async function resetAttempts({ db }: Deps, limit: AuthLimit, subject: string): Promise<void> {
  await db.delete(authAttempts).where(eq(authAttempts.subjectHash, hashSubject(limit, subject)));
}

function hashSubject(limit: AuthLimit, subject: string): string {
  return sha256(`${limit}:${subject}`).toString('hex');
}
