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

/** Encrypts keys for storage, bound to their organization and provider. */
export function encryptProviderKeys(
  organizationId: string,
  provider: ProviderName,
  keys: ProviderCredentials,
): string {
  return encrypt(getEncryptionKey(), JSON.stringify(keys), getBinding(organizationId, provider));
}

/** Decrypts `provider_keys.keys_encrypted`. @throws Error if it was encrypted with another key or binding */
export function decryptProviderKeys(
  organizationId: string,
  provider: ProviderName,
  encrypted: string,
): ProviderCredentials {
  const plain = decrypt(getEncryptionKey(), encrypted, getBinding(organizationId, provider));
  const stored = storedSchema.parse(JSON.parse(plain));
  const settings = getProviderDetails(provider).credentialSettings.filter(
    (setting: CredentialSetting) => stored[setting] !== undefined,
  );
  return Object.fromEntries(settings.map((setting) => [setting, stored[setting]]));
}

/** Stored keys are bound to this text, so it must not change. */
function getBinding(organizationId: string, provider: ProviderName): string {
  return `${organizationId}:vendor:${provider}`;
}
