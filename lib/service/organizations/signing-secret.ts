import { randomBytes } from 'node:crypto';
import { encrypt } from '#lib/core/crypto';
import { getEncryptionKey } from '#lib/core/env';

/** Returns the associated data of the encryption, which binds a webhook signing secret to its organization. */
export const getSigningAssociatedData = (organizationId: string) => `${organizationId}:signing`;

/** Creates a webhook signing secret. @returns it and its encrypted form, which is stored */
export function createSigningSecret(organizationId: string): { secret: string; encrypted: string } {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return { secret, encrypted: encrypt(getEncryptionKey(), secret, getSigningAssociatedData(organizationId)) };
}
