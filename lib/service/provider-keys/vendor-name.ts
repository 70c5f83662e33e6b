import { type VendorName, vendors } from '#lib/providers/vendor';

/** Whether a word names a vendor there is a provider for. */
export function isVendorName(name: string): name is VendorName {
  return Object.hasOwn(vendors, name);
}
