'use server';

import { rememberDevice } from '#app/api/auth/device-cookie.ts';
import { requireUser } from '#app/session.ts';
import { changePassword, setPassword } from '#lib/service/users/change-password';
import { requestEmailChange } from '#lib/service/users/email-change';
import { resendVerification } from '#lib/service/users/email-verification';
import { dismissResetNotice } from '#lib/service/users/reset-notice';
import { endOtherSessions, endSession } from '#lib/service/users/sessions';
import { createAccountAction } from '../create-action';

const getAccountPath = () => '/account';

/** Changes the password, and marks the browser as one in which the user has signed in with it. */
export const changePasswordAction = createAccountAction(
  async (context, input: { current: string; next: string }) => {
    await changePassword(context, input);
    await rememberDevice((await requireUser()).user.email);
  },
  getAccountPath,
);

/** Sets the first password, and marks the browser as one in which the user has signed in with it. */
export const setPasswordAction = createAccountAction(async (context, input: { next: string }) => {
  await setPassword(context, input);
  await rememberDevice((await requireUser()).user.email);
}, getAccountPath);

export const requestEmailChangeAction = createAccountAction(requestEmailChange);
export const resendVerificationAction = createAccountAction(resendVerification, getAccountPath);
export const endSessionAction = createAccountAction(endSession, getAccountPath);
export const endOtherSessionsAction = createAccountAction(endOtherSessions, getAccountPath);

/** Every page shows the notice. */
export const dismissResetNoticeAction = createAccountAction(dismissResetNotice, () => '/');
