import { hmacSha256Hex, isSameSecret, sha256 } from '#lib/core/crypto';
import { getEncryptionKey, getEnv } from '#lib/core/env';

/**
 * Returns the token for the link in an invitation email. It contains a signature that the inviting member never sees,
 * so using it proves access to the mailbox.
 */
export function createEmailedToken(token: string, email: string): string {
  return `${token}.${signToken(token, email)}`;
}

const signToken = (token: string, email: string) =>
  hmacSha256Hex(getEncryptionKey(), 'invitation-email ', token, ' ', email);

/** Returns whether a token comes from the email that was sent to this address. */
export function isEmailedToken(emailedToken: string, email: string): boolean {
  const [token = '', signature = ''] = emailedToken.split('.', 2);
  return isSameSecret(signature, signToken(token, email));
}

/** Returns the stored hash of an invitation's token, with or without the signature of its email. */
export const hashInvitationToken = (token: string): Buffer => sha256(token.split('.', 1)[0] ?? '');

/** Returns the URL that accepts an invitation. */
export const getInvitationUrl = (token: string): string => `${getEnv().APP_URL}/join/${token}`;
