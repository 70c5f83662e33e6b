import { eq } from 'drizzle-orm';
import { ServiceError } from '#lib/core/errors';
import { recordSecurityEvent } from '#lib/core/security-events';
import { countAttempt, resetAttempts, undoAttempt } from '#lib/db/attempt-limits';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { users } from '#lib/db/schema/organizations';
import { completeChallenge, createChallenge, getChallenge } from '#lib/service/users/challenges';
import { acceptRecoveryCode } from '#lib/service/users/recovery-codes';
import { acceptTotpCode, isTotpEnabled } from '#lib/service/users/totp';
import type { User } from '#lib/service/users/users';

type Deps = Pick<Context, 'db' | 'clock'>;

/**
 * Starts the second step of a sign-in if the user must enter a code.
 * @returns the token of the step, for the browser; null if the user needs no code
 */
export async function startSecondStep(deps: Deps, userId: string): Promise<string | null> {
  if (!(await isTotpEnabled(deps, userId))) return null;
  return createChallenge(deps, { purpose: 'second-step', userId });
}

interface SecondStep {
  /** The token from `startSecondStep`. */
  token: string;
  /** A code from the authenticator app, or a recovery code. */
  code: string;
  /** The client’s IP address. */
  ipAddress: string;
  /** Returns the ID of the browser if it is known to the account (see `verifyDeviceCookie`). */
  findDevice: (email: string) => Promise<string | undefined>;
}

/**
 * Completes the second step of a sign-in. After a wrong code, the user can try again; a correct code works once.
 * @returns the user, or null if the code is wrong
 * @throws ServiceError VALIDATION_ERROR if the first step was too long ago; RATE_LIMIT_EXCEEDED
 */
export async function completeSecondStep(deps: Deps, step: SecondStep): Promise<User | null> {
  const { token, code, ipAddress, findDevice } = step;
  await countAttempt(deps, 'sign-in-ip', ipAddress);
  const challenge = await getChallenge(deps, { purpose: 'second-step', token });
  const user = challenge?.userId ? await readUser(deps.db, challenge.userId) : undefined;
  if (!user) throw signInExpired();
  // A browser known to the account has a separate limit, so that others cannot lock it out.
  const subject = (await findDevice(user.email)) ?? user.id;
  await countAttempt(deps, 'second-step', subject);
  if (!(await acceptCode(deps, user.id, code))) {
    recordSecurityEvent('sign-in.failed', { method: 'code', userId: user.id, ipAddress });
    return null;
  }
  if (!(await completeChallenge(deps, { purpose: 'second-step', token }))) throw signInExpired();
  await resetAttempts(deps, 'second-step', subject);
  await undoAttempt(deps, 'sign-in-ip', ipAddress);
  return user;
}

const signInExpired = () =>
  new ServiceError('VALIDATION_ERROR', {
    message: 'This sign-in has expired. Sign in again.',
  });

async function readUser(db: Database, id: string): Promise<User | undefined> {
  const [user] = await db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(eq(users.id, id));
  return user;
}

/** Returns whether a code from the app (digits only) or a recovery code is valid, and marks it as used. */
async function acceptCode(deps: Deps, userId: string, code: string): Promise<boolean> {
  return /^[\d\s]+$/.test(code)
    ? acceptTotpCode(deps, userId, code)
    : acceptRecoveryCode(deps.db, userId, code);
}
