'use server';

import { removeIdentity } from '#lib/service/users/identities';
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  startPasskeyRegistration,
} from '#lib/service/users/passkeys';
import { confirmTotp, disableTotp, regenerateRecoveryCodes, startTotp } from '#lib/service/users/totp';
import { createAction } from '../run-action';

const getAccountPath = () => '/account';

/** Creates the secret of an authenticator app, which takes effect once it is confirmed. */
export const startTotpAction = createAction(startTotp);

/** Enables two-factor authentication. @returns the recovery codes, which are shown only once */
export const confirmTotpAction = createAction(confirmTotp, getAccountPath);
export const disableTotpAction = createAction(disableTotp, getAccountPath);

/** @returns new recovery codes, which are shown only once */
export const regenerateRecoveryCodesAction = createAction(regenerateRecoveryCodes, getAccountPath);

/** Returns what the browser needs to create a passkey. */
export const startPasskeyRegistrationAction = createAction(startPasskeyRegistration);
export const addPasskeyAction = createAction(addPasskey, getAccountPath);
export const renamePasskeyAction = createAction(renamePasskey, getAccountPath);
export const removePasskeyAction = createAction(removePasskey, getAccountPath);

/** Unlinks an account at an identity provider. */
export const removeIdentityAction = createAction(removeIdentity, getAccountPath);
