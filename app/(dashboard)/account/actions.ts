'use server';

import { changePassword, setPassword } from '#lib/service/users/change-password';
import { requestEmailChange } from '#lib/service/users/email-change';
import { resendVerification } from '#lib/service/users/email-verification';
import { endOtherSessions, endSession, getActingUserId } from '#lib/service/users/sessions';
import { rememberDevice } from '../../api/auth/device-cookie';
import { getCurrentSessionId, requireUser } from '../../session';
import { createAccountAction } from '../create-action';

const getAccountPath = () => '/account';

/** Changes the password and signs out every other browser. */
export const changePasswordAction = createAccountAction(
  async (context, input: { current: string; next: string }) => {
    await changePassword(context, input, { sessionId: await getCurrentSessionId() });
    await rememberDevice((await requireUser()).user.email);
  },
  getAccountPath,
);

/** Sets the first password and signs out every other browser. */
export const setPasswordAction = createAccountAction(async (context, input: { next: string }) => {
  await setPassword(context, input, { sessionId: await getCurrentSessionId() });
  await rememberDevice((await requireUser()).user.email);
}, getAccountPath);

/** Sends a link to a new email address, which replaces the current one once the user confirms it. */
export const requestEmailChangeAction = createAccountAction(requestEmailChange);
export const resendVerificationAction = createAccountAction(
  (context) => resendVerification(context, getActingUserId(context.actor)),
  getAccountPath,
);

export const endSessionAction = createAccountAction(endSession, getAccountPath);

/** Signs out every browser except the one that calls it. */
export const endOtherSessionsAction = createAccountAction(
  async (context) => endOtherSessions(context, { except: await getCurrentSessionId() }),
  getAccountPath,
);
