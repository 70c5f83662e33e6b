import { seal, unseal } from '#lib/core/crypto';
import { encryptionKey } from '#lib/core/encryption-key';

/** The secrets of a connection; each is sealed to its organization and to its column. */
export type ConnectionSecret = 'api-key' | 'signing' | 'receiver';

const bindingOf = (organizationId: string, secret: ConnectionSecret) =>
  `${organizationId}:connection-${secret}`;

export function sealSecret(organizationId: string, secret: ConnectionSecret, plain: string): string {
  return seal(encryptionKey(), plain, bindingOf(organizationId, secret));
}

/** @throws Error when the value was sealed for another organization or column, or with another key */
export function unsealSecret(organizationId: string, secret: ConnectionSecret, sealed: string): string {
  return unseal(encryptionKey(), sealed, bindingOf(organizationId, secret));
}
