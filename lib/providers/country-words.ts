const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** A country for a vendor that takes it in words alone: its name and code. */
export function countryWords(country: string): string {
  return `${names.of(country) ?? country} (${country})`;
}
