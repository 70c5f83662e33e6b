'use server';

import { createAccountAction } from '#app/(dashboard)/create-action.ts';
import { reauthenticate, startReauthentication } from '#lib/service/users/reauthentication';

export const startReauthenticationAction = createAccountAction(startReauthentication);
export const reauthenticateAction = createAccountAction(reauthenticate);
