import type { Engine } from '#lib/contract/engines';
import { hmacSha256Hex } from '#lib/core/crypto';
import type { Env } from '#lib/core/env';
import type { ProviderName } from '#lib/providers/provider-catalog';
import type { ProviderChoice } from '#lib/providers/registry';

/** A vendor and the key it is asked with: what fails, waits and is paced together. */
export interface ProviderCredential {
  /** Whose key it is; `instanceId` for the instance's. */
  organizationId: string;
  vendor: ProviderName;
  /** Tells keys apart without telling them. */
  keyMark: string;
}

/** Stands where an organization's id would, for what belongs to the instance. */
export const instanceOwnerId = '00000000-0000-0000-0000-000000000000';

const markDigits = 16;

/** The account behind a choice; undefined for the sandbox, which neither fails nor tires. */
export function getProviderCredential(
  { credentials }: ProviderChoice<Engine>,
  organizationId: string,
  settings: Env,
): ProviderCredential | undefined {
  if (!credentials) return undefined;
  const secrets = credentials.values.map((key) => `${key.length}:${key}`).join();
  return {
    organizationId: credentials.isOwn ? organizationId : instanceOwnerId,
    vendor: credentials.provider,
    keyMark: hmacSha256Hex(settings.ENCRYPTION_KEY ?? '', secrets).slice(0, markDigits),
  };
}

/** One word for an account, as a key of maps. */
export function getCredentialId({ organizationId, vendor, keyMark }: ProviderCredential): string {
  return `${organizationId}:${vendor}:${keyMark}`;
}
