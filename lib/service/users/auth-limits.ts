import { and, eq, gt, sql } from 'drizzle-orm';
import { sha256 } from '#lib/core/crypto';
import { ServiceError } from '#lib/core/errors';
import { toNetwork } from '#lib/core/ip-address';
import type { Context } from '#lib/db/client';
import { authAttempts } from '#lib/db/schema/organizations';

/**
 * Attempts that one subject may make per window. Unknown browsers share the limit of an account, so that guesses from
 * many networks are slow too; a browser in which the user has signed in before has a separate limit, so that others
 * cannot lock it out.
 */
export const authLimits = {
  'login-account': { attempts: 100, windowMinutes: 15 },
  'login-account-network': { attempts: 10, windowMinutes: 15 },
  'login-device': { attempts: 10, windowMinutes: 15 },
  'login-address': { attempts: 50, windowMinutes: 15 },
  'password-change': { attempts: 10, windowMinutes: 15 },
  reauthentication: { attempts: 10, windowMinutes: 15 },
  'reset-account': { attempts: 5, windowMinutes: 60 },
  'reset-address': { attempts: 20, windowMinutes: 60 },
  'link-address': { attempts: 30, windowMinutes: 60 },
  verification: { attempts: 5, windowMinutes: 60 },
  'sign-in-notice': { attempts: 20, windowMinutes: 24 * 60 },
  'second-step': { attempts: 10, windowMinutes: 15 },
  'passkey-address': { attempts: 100, windowMinutes: 15 },
  'sign-up-address': { attempts: 30, windowMinutes: 60 },
  'invitation-address': { attempts: 30, windowMinutes: 60 },
  'invitation-email': { attempts: 60, windowMinutes: 60 },
  'invitation-email-sender': { attempts: 60, windowMinutes: 60 },
  'organization-creation': { attempts: 10, windowMinutes: 60 },
  'organization-export': { attempts: 5, windowMinutes: 60 },
  'test-event': { attempts: 10, windowMinutes: 1 },
} as const satisfies Record<string, { attempts: number; windowMinutes: number }>;

export type AuthLimit = keyof typeof authLimits;
type Deps = Pick<Context, 'db' | 'clock'>;

/** Limits whose subject is an IP address. */
const addressLimits: ReadonlySet<AuthLimit> = new Set([
  'login-address',
  'reset-address',
  'link-address',
  'passkey-address',
  'sign-up-address',
  'invitation-address',
]);

/**
 * Counts an attempt before it is made, so that parallel attempts cannot exceed the limit. Call it outside a
 * transaction: the count must survive an attempt that fails.
 * @param subject what the limit applies to, such as an email address, an IP address or the ID of a user, device or organization
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
  const counted = addressLimits.has(limit) ? toNetwork(subject) : subject;
  return sha256(`${limit}:${counted}`).toString('hex');
}
