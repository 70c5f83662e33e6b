import { and, eq, gt, sql } from 'drizzle-orm';
import { sha256 } from '#lib/core/crypto';
import { ServiceError } from '#lib/core/errors';
import { toNetwork } from '#lib/core/ip-address';
import type { Context } from '#lib/db/client';
import { attemptCounts } from '#lib/db/schema/organizations';

/**
 * The maximum number of attempts per subject and window, for signing in and for other actions that are limited, such as
 * exports. Unknown browsers share the sign-in limit of an account, so that guesses from many networks are slow too; a
 * browser in which the user has signed in before has a separate limit, so that others cannot lock it out.
 */
export const attemptLimits = {
  'sign-in-account': { attempts: 100, windowMinutes: 15 },
  'sign-in-account-network': { attempts: 10, windowMinutes: 15 },
  'sign-in-device': { attempts: 10, windowMinutes: 15 },
  'sign-in-ip': { attempts: 50, windowMinutes: 15 },
  'password-change': { attempts: 10, windowMinutes: 15 },
  reauthentication: { attempts: 10, windowMinutes: 15 },
  'reset-account': { attempts: 5, windowMinutes: 60 },
  'reset-ip': { attempts: 20, windowMinutes: 60 },
  'email-link-ip': { attempts: 30, windowMinutes: 60 },
  verification: { attempts: 5, windowMinutes: 60 },
  'sign-in-notice': { attempts: 20, windowMinutes: 24 * 60 },
  'second-step': { attempts: 10, windowMinutes: 15 },
  'passkey-ip': { attempts: 100, windowMinutes: 15 },
  'sign-up-ip': { attempts: 30, windowMinutes: 60 },
  'invitation-ip': { attempts: 30, windowMinutes: 60 },
  'invitation-email': { attempts: 60, windowMinutes: 60 },
  'invitation-email-sender': { attempts: 60, windowMinutes: 60 },
  'organization-creation': { attempts: 10, windowMinutes: 60 },
  'organization-export': { attempts: 5, windowMinutes: 60 },
  'test-event': { attempts: 10, windowMinutes: 1 },
} as const satisfies Record<string, { attempts: number; windowMinutes: number }>;

export type AttemptLimit = keyof typeof attemptLimits;
type Deps = Pick<Context, 'db' | 'clock'>;

/** Limits whose subject is an IP address. */
const ipLimits: ReadonlySet<AttemptLimit> = new Set([
  'sign-in-ip',
  'reset-ip',
  'email-link-ip',
  'passkey-ip',
  'sign-up-ip',
  'invitation-ip',
]);

/**
 * Counts an attempt before it is made, so that parallel attempts cannot exceed the limit. Call it outside a
 * transaction if attempts that fail must count too.
 * @param subject the subject of the limit, such as an email address, an IP address or the ID of a user, device or
 *   organization
 * @throws ServiceError RATE_LIMIT_EXCEEDED with the time to wait
 */
export async function countAttempt({ db, clock }: Deps, limit: AttemptLimit, subject: string): Promise<void> {
  const { attempts: maxAttempts, windowMinutes } = attemptLimits[limit];
  const now = clock.now();
  const resetsAt = new Date(now.getTime() + windowMinutes * 60_000);
  const hasWindowEnded = sql`${attemptCounts.resetsAt} <= ${now}`;
  const [counted] = await db
    .insert(attemptCounts)
    .values({ subjectHash: hashSubject(limit, subject), attempts: 1, resetsAt })
    .onConflictDoUpdate({
      target: attemptCounts.subjectHash,
      set: {
        attempts: sql`CASE WHEN ${hasWindowEnded} THEN 1 ELSE ${attemptCounts.attempts} + 1 END`,
        resetsAt: sql`CASE WHEN ${hasWindowEnded} THEN excluded.resets_at ELSE ${attemptCounts.resetsAt} END`,
      },
    })
    .returning({ attempts: attemptCounts.attempts, resetsAt: attemptCounts.resetsAt });
  if (!counted || counted.attempts <= maxAttempts) return;
  const minutes = Math.max(1, Math.ceil((counted.resetsAt.getTime() - now.getTime()) / 60_000));
  throw new ServiceError('RATE_LIMIT_EXCEEDED', {
    message: `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  });
}

/** Subtracts an attempt that succeeded from the count. */
export async function undoAttempt({ db }: Deps, limit: AttemptLimit, subject: string): Promise<void> {
  await db
    .update(attemptCounts)
    .set({ attempts: sql`${attemptCounts.attempts} - 1` })
    .where(and(eq(attemptCounts.subjectHash, hashSubject(limit, subject)), gt(attemptCounts.attempts, 0)));
}

/** Resets the count of a subject, for example after a successful sign-in. */
export async function resetAttempts({ db }: Deps, limit: AttemptLimit, subject: string): Promise<void> {
  await db.delete(attemptCounts).where(eq(attemptCounts.subjectHash, hashSubject(limit, subject)));
}

function hashSubject(limit: AttemptLimit, subject: string): string {
  const counted = ipLimits.has(limit) ? toNetwork(subject) : subject;
  return sha256(`${limit}:${counted}`).toString('hex');
}
