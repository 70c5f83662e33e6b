import { randomBytes } from 'node:crypto';
import { decrypt, encrypt } from '#lib/core/crypto';
import { getEncryptionKey } from '#lib/core/env';

/** A new signing secret: `whsec_` and base64 of 32 random bytes. The HMAC key is the whole string. */
export function generateSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** A signing secret as it is stored with its organization. */
export function encryptSigningSecret(organizationId: string, secret: string): string {
  return encrypt(getEncryptionKey(), secret, `${organizationId}:signing`);
}

/** The signing secret out of `organizations.signing_secret_encrypted`. @throws Error when it was sealed otherwise */
export function decryptSigningSecret(organizationId: string, sealed: string): string {
  return decrypt(getEncryptionKey(), sealed, `${organizationId}:signing`);
}
