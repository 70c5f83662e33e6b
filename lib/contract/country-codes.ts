import iso from 'i18n-iso-countries/codes.json' with { type: 'json' };

/** All officially assigned ISO 3166-1 alpha-2 codes, in alphabetical order (source: i18n-iso-countries). */
export const countryCodes: readonly string[] = iso
  .map((row) => row[0])
  .filter((code): code is string => code !== undefined && code !== 'XK')
  .sort();
