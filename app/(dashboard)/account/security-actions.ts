'use server';

import { rememberLinkRequest } from '#app/api/auth/sign-in.ts';
import { removeIdentity, startIdentityLink } from '#lib/service/users/identities';
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  startPasskeyRegistration,
} from '#lib/service/users/passkeys';
import { confirmTotp, disableTotp, regenerateRecoveryCodes, startTotp } from '#lib/service/users/totp';
import { createAccountAction } from '../create-action';

const getAccountPath = () => '/account';

export const startTotpAction = createAccountAction(startTotp);
export const confirmTotpAction = createAccountAction(confirmTotp, getAccountPath);
export const disableTotpAction = createAccountAction(disableTotp, getAccountPath);
export const regenerateRecoveryCodesAction = createAccountAction(regenerateRecoveryCodes, getAccountPath);

export const startPasskeyRegistrationAction = createAccountAction(startPasskeyRegistration);
export const addPasskeyAction = createAccountAction(addPasskey, getAccountPath);
export const renamePasskeyAction = createAccountAction(renamePasskey, getAccountPath);
export const removePasskeyAction = createAccountAction(removePasskey, getAccountPath);

/** Allows the next identity used to sign in from this browser to be linked to the account. */
export const startIdentityLinkAction = createAccountAction(async (context) =>
  rememberLinkRequest(await startIdentityLink(context)),
);

export const removeIdentityAction = createAccountAction(removeIdentity, getAccountPath);
