import { z } from 'zod';
import { decrypt, encrypt } from '#lib/core/crypto';
import { getEncryptionKey } from '#lib/core/env';
import {
  type CredentialSetting,
  getProviderDetails,
  type ProviderCredentials,
  type ProviderName,
} from '#lib/providers/provider-catalog';

const storedSchema = z.record(z.string(), z.string());

/** Keys as they are stored: sealed to their organization and vendor. */
export function encryptProviderKeys(
  organizationId: string,
  vendor: ProviderName,
  keys: ProviderCredentials,
): string {
  return encrypt(getEncryptionKey(), JSON.stringify(keys), bindingOf(organizationId, vendor));
}

/** The keys out of `provider_keys.sealed`. @throws Error when they were sealed otherwise */
export function decryptProviderKeys(
  organizationId: string,
  vendor: ProviderName,
  sealed: string,
): ProviderCredentials {
  const plain = decrypt(getEncryptionKey(), sealed, bindingOf(organizationId, vendor));
  const stored = storedSchema.parse(JSON.parse(plain));
  const known = getProviderDetails(vendor).credentialSettings.filter(
    (key: CredentialSetting) => stored[key] !== undefined,
  );
  return Object.fromEntries(known.map((key) => [key, stored[key]]));
}

function bindingOf(organizationId: string, vendor: ProviderName): string {
  return `${organizationId}:vendor:${vendor}`;
}
