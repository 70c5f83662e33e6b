import type { Engine } from '#lib/contract/engines';
import { hmacSha256Hex } from '#lib/core/crypto';
import type { Env } from '#lib/core/env';
import type { ProviderChoice, ProviderName } from '#lib/providers/registry';

/** A provider and one key for it. Circuit breakers and rate pacers work per credential. */
export interface ProviderCredential {
  /** The owner of the key; `instanceOwnerId` for the instance. */
  organizationId: string;
  provider: ProviderName;
  /** Identifies the key without revealing it. */
  keyFingerprint: string;
}

/** The owner ID of the instance's keys. */
export const instanceOwnerId = '00000000-0000-0000-0000-000000000000';

const fingerprintDigits = 16;

/** Returns the credential of a provider choice; undefined for the sandbox and unavailable engines. */
export function getProviderCredential(
  { credentials }: ProviderChoice<Engine>,
  organizationId: string,
  settings: Env,
): ProviderCredential | undefined {
  if (!credentials) return undefined;
  const secrets = credentials.values.map((key) => `${key.length}:${key}`).join();
  return {
    organizationId: credentials.isOwn ? organizationId : instanceOwnerId,
    provider: credentials.provider,
    keyFingerprint: hmacSha256Hex(settings.ENCRYPTION_KEY ?? '', secrets).slice(0, fingerprintDigits),
  };
}

/** Returns a string that identifies a credential, for use as a map key. */
export function getCredentialId({ organizationId, provider, keyFingerprint }: ProviderCredential): string {
  return `${organizationId}:${provider}:${keyFingerprint}`;
}
