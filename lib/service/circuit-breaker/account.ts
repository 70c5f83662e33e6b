import type { Engine } from '#lib/contract/engines';
import { hmacSha256Hex } from '#lib/core/crypto';
import type { Settings } from '#lib/core/settings';
import type { Choice } from '#lib/providers/registry';
import type { VendorName } from '#lib/providers/vendor';

/** A vendor and the key it is asked with: what fails, waits and is paced together. */
export interface Account {
  /** Whose key it is; `instanceId` for the instance's. */
  organizationId: string;
  vendor: VendorName;
  /** Tells keys apart without telling them. */
  keyMark: string;
}

/** Stands where an organization's id would, for what belongs to the instance. */
export const instanceId = '00000000-0000-0000-0000-000000000000';

const markDigits = 16;

/** The account behind a choice; undefined for the sandbox, which neither fails nor tires. */
export function accountOf(
  { vendor }: Choice<Engine>,
  organizationId: string,
  settings: Settings,
): Account | undefined {
  if (!vendor) return undefined;
  const secrets = vendor.keys.map((key) => `${key.length}:${key}`).join();
  return {
    organizationId: vendor.own ? organizationId : instanceId,
    vendor: vendor.name,
    keyMark: hmacSha256Hex(settings.ENCRYPTION_KEY ?? '', secrets).slice(0, markDigits),
  };
}

/** One word for an account, as a key of maps. */
export function accountId({ organizationId, vendor, keyMark }: Account): string {
  return `${organizationId}:${vendor}:${keyMark}`;
}
