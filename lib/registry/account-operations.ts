import type { AnyOperation } from '#lib/registry/operations';
import { changePassword, setPassword } from '#lib/service/users/change-password';
import { requestEmailChange } from '#lib/service/users/email-change';
import { resendVerification } from '#lib/service/users/email-verification';
import { removeIdentity, startIdentityLink } from '#lib/service/users/identities';
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  startPasskeyRegistration,
} from '#lib/service/users/passkeys';
import { reauthenticate, startReauthentication } from '#lib/service/users/reauthentication';
import { dismissResetNotice } from '#lib/service/users/reset-notice';
import { endOtherSessions, endSession } from '#lib/service/users/sessions';
import { confirmTotp, disableTotp, regenerateRecoveryCodes, startTotp } from '#lib/service/users/totp';

/** Every operation on the account of the acting user. They are apart, because the CLI has no use for them and their packages. */
export const accountOperations = {
  addPasskey,
  changePassword,
  confirmTotp,
  disableTotp,
  dismissResetNotice,
  endOtherSessions,
  endSession,
  reauthenticate,
  regenerateRecoveryCodes,
  removeIdentity,
  removePasskey,
  renamePasskey,
  requestEmailChange,
  resendVerification,
  setPassword,
  startIdentityLink,
  startPasskeyRegistration,
  startReauthentication,
  startTotp,
} satisfies Record<string, AnyOperation>;
