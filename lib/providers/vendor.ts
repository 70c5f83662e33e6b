import type { Settings } from '#lib/core/settings';

/** A setting that holds a secret an organization may also bring itself. */
export type KeySetting = Extract<
  keyof Settings,
  `${string}_API_KEY` | 'DATAFORSEO_LOGIN' | 'DATAFORSEO_PASSWORD'
>;

/** Secrets by the setting they stand for. */
export type VendorKeys = Partial<Record<KeySetting, string>>;

interface Vendor {
  /** As the vendor writes itself. */
  title: string;
  /** The secrets it asks for, in the order its providers take them. All of them turn it on. */
  keys: readonly KeySetting[];
  /** What the instance must set besides, whoever brings the secrets. */
  besides?: readonly (keyof Settings)[];
}

/** Every vendor there is a provider for, by the name that settings, logs and figures spell. */
export const vendors = {
  openai: { title: 'OpenAI', keys: ['OPENAI_API_KEY'] },
  gemini: { title: 'Gemini', keys: ['GEMINI_API_KEY'] },
  xai: { title: 'xAI', keys: ['XAI_API_KEY'] },
  perplexity: { title: 'Perplexity', keys: ['PERPLEXITY_API_KEY'] },
  serpapi: { title: 'SerpApi', keys: ['SERPAPI_API_KEY'] },
  dataforseo: { title: 'DataForSEO', keys: ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'] },
  remote: { title: 'Remote service', keys: ['REMOTE_API_KEY'], besides: ['REMOTE_BASE_URL'] },
} as const satisfies Record<string, Vendor>;

export type VendorName = keyof typeof vendors;

/** A vendor by its name, with the fields that not every one has. */
export function vendorOf(name: VendorName): Vendor {
  return vendors[name];
}

/** What is missing before a vendor can be asked: names of settings, none when it is on. */
export function missingSettings(name: VendorName, settings: Settings, own: VendorKeys = {}): string[] {
  const { keys, besides = [] } = vendorOf(name);
  const lacking = keys.filter((key) => own[key] === undefined && settings[key] === undefined);
  return [...besides.filter((setting) => settings[setting] === undefined), ...lacking];
}
