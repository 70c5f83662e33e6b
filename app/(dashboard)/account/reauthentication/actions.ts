'use server';

import { ServiceError } from '#lib/core/errors';
import { type Proof, reauthenticate, startReauthentication } from '#lib/service/users/reauthentication';
import { getCurrentSessionId } from '../../../session';
import { createAccountAction } from '../../run-action';

/** Returns how the user can confirm who they are. */
export const startReauthenticationAction = createAccountAction(startReauthentication);

/** Confirms who the user of this browser is, for sensitive changes within the next minutes. */
export const reauthenticateAction = createAccountAction(async (context, input: Proof) => {
  const sessionId = await getCurrentSessionId();
  if (!sessionId) throw new ServiceError('INSUFFICIENT_PERMISSIONS');
  await reauthenticate(context, input, { sessionId });
});
