import { engineFacts, engines } from '#lib/contract/engines';
import type { Settings } from '#lib/core/settings';
import { vendorsOf } from '#lib/providers/registry';
import { type VendorName, vendorOf, vendors } from '#lib/providers/vendor';
import { isVendorName } from '#lib/service/provider-keys/vendor-name';

/** A vendor an organization can bring its own keys for. */
export interface OfferedVendor {
  name: VendorName;
  title: string;
  /** The engines it then answers, by their labels. */
  engines: string[];
  /** What to paste, by the setting each stands for. */
  keys: { setting: string; label: string }[];
}

const labels: readonly [RegExp, string][] = [
  [/_LOGIN$/, 'Login'],
  [/_PASSWORD$/, 'Password'],
  [/_API_KEY$/, 'API key'],
];

/** The vendors that this instance lets organizations bring keys for; those that `ENGINE_PROVIDERS` leaves a use for. */
export function offeredVendors(settings: Settings): OfferedVendor[] {
  return Object.keys(vendors)
    .filter(isVendorName)
    .map((name) => ({
      name,
      title: vendorOf(name).title,
      engines: engines
        .filter((engine) => vendorsOf(engine, settings).includes(name))
        .map((engine) => engineFacts[engine].label),
      keys: vendorOf(name).keys.map((setting) => ({
        setting,
        label: labels.find(([ending]) => ending.test(setting))?.[1] ?? setting,
      })),
    }))
    .filter((vendor) => vendor.engines.length > 0);
}
