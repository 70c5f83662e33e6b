import { getStateName } from '#lib/contract/geo';
import type { MonitorRequest } from '#lib/contract/requests';

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** Formats a country for an instruction in words: `Germany (DE)`. */
export function formatCountry(country: string): string {
  return `${countryNames.of(country) ?? country} (${country})`;
}

/** Formats the location of a request in words: `Texas, United States (US)`. */
export function formatLocation({ country, state }: MonitorRequest): string {
  const region = state && getStateName(state);
  return region ? `${region}, ${formatCountry(country)}` : formatCountry(country);
}
