import { cookies } from 'next/headers';
import { describeError, ServiceError, secondStepRequired } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { recordSecurityEvent } from '#lib/core/security-events';
import { getDependencies } from '#lib/dashboard/session/session';
import { getCookieName, getCookieOptions } from '#lib/dashboard/session/session-cookie';
import { countAttempt, undoAttempt } from '#lib/db/attempt-limits';
import { challengeMinutes } from '#lib/service/users/challenges';
import { completeIdentityLink } from '#lib/service/users/identities';
import { notifyOfNewSignIn } from '#lib/service/users/notices';
import { completeSecondStep, startSecondStep } from '#lib/service/users/second-step';
import { createSession } from '#lib/service/users/sessions';
import { authenticateUser, type User } from '#lib/service/users/users';
import { verifyPasskey } from '#lib/service/users/verify-passkey';
import { getKnownDeviceId, rememberDevice } from './device-cookie';

/** The browser that signs in. */
export interface Client {
  ipAddress: string;
  userAgent: string;
}

/** A signed-in user and the ID of the session that was started. */
export type SignedInUser = User & { sessionId: string };

/** Name of the cookie with the token of a sign-in that still needs its second step. */
const secondStepCookie = 'answerscope.second-step';

/**
 * Name of the cookie for someone who signed in with an identity whose email address already has an account. Signing in to
 * that account links the identity (see `completeIdentityLink`).
 */
const identityLinkCookie = 'answerscope.identity-link';

/**
 * Checks the password and starts a session, unless a second step is required.
 * @throws Error whose message is `secondStepRequired` or is shown by the sign-in form
 */
export function signInWithPassword(
  { email, password }: { email: string; password: string },
  client: Client,
): Promise<SignedInUser | null> {
  return catchSignInErrors(async () => {
    const deviceId = await getKnownDeviceId(email);
    const { ipAddress } = client;
    const user = await authenticateUser(getDependencies(), { email, password, ipAddress, deviceId });
    if (!user) return null;
    if (await requestSecondStep(user.id)) throw new Error(secondStepRequired);
    return completeSignIn(user, client);
  });
}

/**
 * Starts the second step of a sign-in in this browser, if the user has enabled two-factor authentication.
 * @returns whether a code is required; if not, the sign-in can be completed
 */
export async function requestSecondStep(userId: string): Promise<boolean> {
  const token = await startSecondStep(getDependencies(), userId);
  if (token) await setAuthCookie(secondStepCookie, token, challengeMinutes * 60);
  return token !== null;
}

/** Completes the second step with a code and starts a session. @throws Error whose message the sign-in form shows */
export function signInWithCode(code: string, client: Client): Promise<SignedInUser | null> {
  return catchSignInErrors(async () => {
    const user = await completeSecondStep(getDependencies(), {
      token: (await cookies()).get(getCookieName(secondStepCookie))?.value ?? '',
      code,
      ipAddress: client.ipAddress,
      findDevice: getKnownDeviceId,
    });
    if (!user) throw new ServiceError('VALIDATION_ERROR', { message: wrongCodeMessage });
    await setAuthCookie(secondStepCookie, '', 0);
    return completeSignIn(user, client);
  });
}

const wrongCodeMessage =
  'This code is wrong, has expired or was already used. Enter the code that your app shows now, or a recovery code.';

/**
 * Verifies a passkey, which counts as both steps, and starts a session.
 * @param response the browser’s response, as JSON
 * @throws Error whose message the sign-in form shows
 */
export function signInWithPasskey(response: string, client: Client): Promise<SignedInUser | null> {
  return catchSignInErrors(async () => {
    const { ipAddress } = client;
    await countAttempt(getDependencies(), 'sign-in-ip', ipAddress);
    const user = await verifyPasskey(getDependencies(), parseJson(response));
    if (!user) {
      recordSecurityEvent('sign-in.failed', { method: 'passkey', ipAddress });
      throw new ServiceError('VALIDATION_ERROR', {
        message: 'This passkey is not registered here, or the sign-in has expired. Try again.',
      });
    }
    await undoAttempt(getDependencies(), 'sign-in-ip', ipAddress);
    return completeSignIn(user, client, { isPasskeyVerified: true });
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Name of the cookie for a signed-in user who links an identity on the account page. The identity that they then sign in
 * with is linked to them (see `linkRequestedIdentity`).
 */
const linkRequestCookie = 'answerscope.link-request';

/** Sets the cookie of a signed-in user who links an identity on the account page. */
export const rememberLinkRequest = (token: string) =>
  setAuthCookie(linkRequestCookie, token, challengeMinutes * 60);

/** Returns the token of a request to link an identity and deletes its cookie, so that it is used only once. */
export async function takeLinkRequest(): Promise<string | undefined> {
  const token = (await cookies()).get(getCookieName(linkRequestCookie))?.value;
  if (token) await setAuthCookie(linkRequestCookie, '', 0);
  return token;
}

/** Sets the cookie of someone whose identity is linked when they sign in to the account with its email address. */
export const rememberIdentityLink = (token: string) =>
  setAuthCookie(identityLinkCookie, token, challengeMinutes * 60);

/**
 * Starts a session for an authenticated user and remembers the browser. Notifies the user of a new browser. If
 * `rememberIdentityLink` was called before, links the identity.
 * @param options when the user was authenticated, now by default, and whether a passkey did it
 */
export async function completeSignIn(
  user: User,
  client: Client,
  options: { authenticatedAt?: Date; isPasskeyVerified?: boolean } = {},
): Promise<SignedInUser> {
  const linkToken = (await cookies()).get(getCookieName(identityLinkCookie))?.value;
  if (linkToken) {
    await completeIdentityLink({ ...getDependencies(), client }, linkToken, user);
    await setAuthCookie(identityLinkCookie, '', 0);
  }
  const deviceId = await getKnownDeviceId(user.email);
  await rememberDevice(user.email, deviceId);
  const sessionId = await createSession(getDependencies(), {
    userId: user.id,
    ...client,
    ...options,
  });
  if (deviceId === undefined) await notifyOfNewSignIn(getDependencies(), { userId: user.id, client });
  return { ...user, sessionId };
}

/** Sets a cookie of the authentication routes. */
async function setAuthCookie(name: string, value: string, maxAge: number): Promise<void> {
  (await cookies()).set(getCookieName(name), value, { ...getCookieOptions('/api/auth'), maxAge });
}

/** Converts errors to ones whose messages the sign-in form can show; logs unexpected errors. */
export async function catchSignInErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError) throw new Error(error.message);
    if (error instanceof Error && error.message === secondStepRequired) throw error;
    log.error({ error: describeError(error) }, 'sign-in failed');
    throw new Error('Sign-in failed. Try again in a moment.');
  }
}
