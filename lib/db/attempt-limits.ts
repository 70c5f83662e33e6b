import { eq } from 'drizzle-orm';
import { sha256 } from '#lib/core/crypto';
import { ServiceError } from '#lib/core/errors';
import { toNetwork } from '#lib/core/ip-address';
import { defineMessages } from '#lib/core/messages';
import { recordSecurityEvent } from '#lib/core/security-events';
import type { Context } from '#lib/db/context';
import { type AttemptWindow, countInWindow, undoCount } from '#lib/db/count-attempts';
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
  'verification-recipient': { attempts: 5, windowMinutes: 24 * 60 },
  'sign-in-notice': { attempts: 20, windowMinutes: 24 * 60 },
  'second-step': { attempts: 10, windowMinutes: 15 },
  'passkey-ip': { attempts: 100, windowMinutes: 15 },
  'sign-up-ip': { attempts: 30, windowMinutes: 60 },
  'invitation-ip': { attempts: 30, windowMinutes: 60 },
  'organization-creation': { attempts: 10, windowMinutes: 60 },
  'organization-export': { attempts: 5, windowMinutes: 60 },
  'test-event': { attempts: 10, windowMinutes: 1 },
  'resend-delivery': { attempts: 10, windowMinutes: 10 },
  'resend-endpoint': { attempts: 50, windowMinutes: 10 },
  'resend-organization': { attempts: 100, windowMinutes: 10 },
  'recover-deliveries': { attempts: 20, windowMinutes: 10 },
} as const satisfies Record<string, AttemptWindow>;

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

const messages = defineMessages({
  tooMany: 'Too many attempts. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
});

/**
 * Counts an attempt before it is made, so that parallel attempts cannot exceed the limit. Call it outside a
 * transaction if attempts that fail must count too.
 * @param subject the subject of the limit, such as an email address, an IP address or the ID of a user, device or
 *   organization
 * @throws ServiceError RATE_LIMIT_EXCEEDED with the time to wait
 */
export async function countAttempt({ db, clock }: Deps, limit: AttemptLimit, subject: string): Promise<void> {
  const { isExceeded, minutesLeft } = await countInWindow(
    { db, clock },
    hashSubject(limit, subject),
    attemptLimits[limit],
  );
  if (!isExceeded) return;
  recordSecurityEvent('limit.reached', {
    limit,
    ...(ipLimits.has(limit) ? { ipAddress: subject } : {}),
  });
  throw new ServiceError('RATE_LIMIT_EXCEEDED', {
    message: messages.tooMany({ minutes: minutesLeft }),
  });
}

/** Subtracts an attempt that succeeded from the count. */
export async function undoAttempt({ db }: Deps, limit: AttemptLimit, subject: string): Promise<void> {
  await undoCount({ db }, hashSubject(limit, subject));
}

/** Resets the count of a subject, for example after a successful sign-in. */
export async function resetAttempts({ db }: Deps, limit: AttemptLimit, subject: string): Promise<void> {
  await db.delete(attemptCounts).where(eq(attemptCounts.subjectHash, hashSubject(limit, subject)));
}

function hashSubject(limit: AttemptLimit, subject: string): string {
  const counted = ipLimits.has(limit) ? toNetwork(subject) : subject;
  return sha256(`${limit}:${counted}`).toString('hex');
}
