'use server';

import { changePassword } from '#lib/service/users/change-password';
import { endOtherSessions, endSession } from '#lib/service/users/sessions';
import { getCurrentSessionId } from '../../session';
import { createAction } from '../run-action';

const getAccountPath = () => '/account';

/** Changes the password and signs out every other browser. */
export const changePasswordAction = createAction(
  async (context, input: { current: string; next: string }) =>
    changePassword(context, input, { sessionId: await getCurrentSessionId() }),
  getAccountPath,
);
export const endSessionAction = createAction(endSession, getAccountPath);

/** Signs out every browser except the one that calls it. */
export const endOtherSessionsAction = createAction(
  async (context) => endOtherSessions(context, { except: await getCurrentSessionId() }),
  getAccountPath,
);
