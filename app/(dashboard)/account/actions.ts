'use server';

import { changePassword } from '#lib/service/users/change-password';
import { requestEmailChange } from '#lib/service/users/email-change';
import { resendVerification } from '#lib/service/users/email-verification';
import { endOtherSessions, endSession, getActingUser } from '#lib/service/users/sessions';
import { getCurrentSessionId } from '../../session';
import { createAction } from '../run-action';

const getAccountPath = () => '/account';

/** Changes the password and signs out every other browser. */
export const changePasswordAction = createAction(
  async (context, input: { current: string; next: string }) =>
    changePassword(context, input, { sessionId: await getCurrentSessionId() }),
  getAccountPath,
);

/** Sends a link to a new email address, which becomes the account's when the link is opened. */
export const requestEmailChangeAction = createAction(requestEmailChange);
export const resendVerificationAction = createAction(
  (context) => resendVerification(context, getActingUser(context.actor)),
  getAccountPath,
);

export const endSessionAction = createAction(endSession, getAccountPath);

/** Signs out every browser except the one that calls it. */
export const endOtherSessionsAction = createAction(
  async (context) => endOtherSessions(context, { except: await getCurrentSessionId() }),
  getAccountPath,
);
