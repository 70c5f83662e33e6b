import { z } from 'zod';
import { seal, unseal } from '#lib/core/crypto';
import { encryptionKey } from '#lib/core/encryption-key';
import { type KeySetting, type VendorKeys, type VendorName, vendorOf } from '#lib/providers/vendor';

const storedSchema = z.record(z.string(), z.string());

/** Keys as they are stored: sealed to their organization and vendor. */
export function sealKeys(organizationId: string, vendor: VendorName, keys: VendorKeys): string {
  return seal(encryptionKey(), JSON.stringify(keys), bindingOf(organizationId, vendor));
}

/** The keys out of `vendor_keys.sealed`. @throws Error when they were sealed otherwise */
export function unsealKeys(organizationId: string, vendor: VendorName, sealed: string): VendorKeys {
  const plain = unseal(encryptionKey(), sealed, bindingOf(organizationId, vendor));
  const stored = storedSchema.parse(JSON.parse(plain));
  const known = vendorOf(vendor).keys.filter((key: KeySetting) => stored[key] !== undefined);
  return Object.fromEntries(known.map((key) => [key, stored[key]]));
}

function bindingOf(organizationId: string, vendor: VendorName): string {
  return `${organizationId}:vendor:${vendor}`;
}
