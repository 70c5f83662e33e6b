'use server';

import { removeIdentity, startIdentityLink } from '#lib/service/users/identities';
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  startPasskeyRegistration,
} from '#lib/service/users/passkeys';
import { confirmTotp, disableTotp, regenerateRecoveryCodes, startTotp } from '#lib/service/users/totp';
import { rememberLinkRequest } from '../../api/auth/sign-in';
import { createAccountAction } from '../create-action';

const getAccountPath = () => '/account';

/** Creates a secret for an authenticator app. It takes effect once the user enters a code from the app. */
export const startTotpAction = createAccountAction(startTotp);

/** Enables two-factor authentication. @returns the recovery codes, which are shown only once */
export const confirmTotpAction = createAccountAction(confirmTotp, getAccountPath);
export const disableTotpAction = createAccountAction(disableTotp, getAccountPath);

/** Replaces the recovery codes. @returns the new ones, which are shown only once */
export const regenerateRecoveryCodesAction = createAccountAction(regenerateRecoveryCodes, getAccountPath);

/** Returns what the browser needs to create a passkey. */
export const startPasskeyRegistrationAction = createAccountAction(startPasskeyRegistration);
export const addPasskeyAction = createAccountAction(addPasskey, getAccountPath);
export const renamePasskeyAction = createAccountAction(renamePasskey, getAccountPath);
export const removePasskeyAction = createAccountAction(removePasskey, getAccountPath);

/** Allows the next identity used to sign in from this browser to be linked to the account. */
export const startIdentityLinkAction = createAccountAction(async (context) =>
  rememberLinkRequest(await startIdentityLink(context)),
);

/** Unlinks an account at an identity provider. */
export const removeIdentityAction = createAccountAction(removeIdentity, getAccountPath);
