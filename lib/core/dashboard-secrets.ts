import { decrypt, encrypt } from '#lib/core/crypto';
import { getEncryptionKey } from '#lib/core/env';

/**
 * A secret with which the dashboard uses the service. `receiver` is the webhook token. Each encrypted value is bound to
 * its name here, so the names must not change.
 */
type StoredSecret = 'api-key' | 'signing' | 'receiver';

const getAssociatedData = (organizationId: string, secret: StoredSecret) =>
  `${organizationId}:connection-${secret}`;

/** Encrypts a secret of the dashboard, bound to the organization and its name. */
export function encryptSecret(organizationId: string, secret: StoredSecret, plaintext: string): string {
  return encrypt(getEncryptionKey(), plaintext, getAssociatedData(organizationId, secret));
}

/** Decrypts a secret. @throws Error if it was encrypted for another organization or name, or with another key */
export function decryptSecret(organizationId: string, secret: StoredSecret, encrypted: string): string {
  return decrypt(getEncryptionKey(), encrypted, getAssociatedData(organizationId, secret));
}
