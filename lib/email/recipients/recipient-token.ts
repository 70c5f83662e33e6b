import { hmacSha256Hex, isSameSecret, sha256 } from '#lib/core/crypto';
import { getEncryptionKey, getEnv } from '#lib/core/env';
import { isUuid } from '#lib/core/text';

/** The recipient of reports or alerts that a token belongs to. */
export interface RecipientKey {
  /** ID of the recipient of a report, or of an alert channel. It may have been deleted. */
  id: string;
  /** Null for tokens of earlier versions, which contain only the ID. */
  address: { organizationId: string; addressHash: Buffer } | null;
}

/**
 * Returns the token of a recipient's links. It is derived from the recipient, so that it need not be stored, and contains
 * the hash of the address, so that it can unsubscribe the address after the recipient was deleted.
 */
export function createRecipientToken({
  organizationId,
  id,
  email,
}: {
  organizationId: string;
  id: string;
  email: string;
}): string {
  const payload = `${id}.${organizationId}.${hashAddress(organizationId, email).toString('base64url')}`;
  return `${payload}.${sign('email-recipient ', payload)}`;
}

const sign = (purpose: string, payload: string) => hmacSha256Hex(getEncryptionKey(), purpose, payload);

/** Returns the recipient that a token belongs to; null for an invalid token. */
export function readRecipientToken(token: string): RecipientKey | null {
  const parts = token.split('.', 5);
  const [id = '', organizationId = '', hash = ''] = parts;
  const signature = parts.at(-1) ?? '';
  if (!isUuid(id)) return null;
  if (parts.length === 2) {
    return isSameSecret(signature, sign('report-recipient ', id)) ? { id, address: null } : null;
  }
  const isValid = isSameSecret(signature, sign('email-recipient ', parts.slice(0, -1).join('.')));
  if (parts.length !== 4 || !isValid) return null;
  return { id, address: { organizationId, addressHash: Buffer.from(hash, 'base64url') } };
}

/** Returns the hash under which an address of an organization is suppressed. */
export const hashAddress = (organizationId: string, email: string): Buffer =>
  sha256(`${organizationId}:${email.toLowerCase()}`);

/** Returns the URL that unsubscribes a recipient. */
export const getUnsubscribeUrl = (token: string, appUrl: string = getEnv().APP_URL): string =>
  `${appUrl}/unsubscribe/${token}`;
