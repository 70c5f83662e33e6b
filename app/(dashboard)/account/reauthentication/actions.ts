'use server';

import { ServiceError } from '#lib/core/errors';
import { type Proof, reauthenticate, startReauthentication } from '#lib/service/users/reauthentication';
import { getCurrentSessionId } from '../../../session';
import { createAccountAction } from '../../create-action';

/** Returns the methods with which the user can reauthenticate. */
export const startReauthenticationAction = createAccountAction(startReauthentication);

/** Reauthenticates the user of this browser, which allows sensitive changes for the next few minutes. */
export const reauthenticateAction = createAccountAction(async (context, input: Proof) => {
  const sessionId = await getCurrentSessionId();
  if (!sessionId) throw new ServiceError('INSUFFICIENT_PERMISSIONS');
  await reauthenticate(context, input, { sessionId });
});
