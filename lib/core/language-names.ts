const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** Returns the English name of a language by its BCP 47 code, such as "French" or "Brazilian Portuguese"; the code if it has none. */
export function formatLanguage(code: string): string {
  return code === 'und' ? 'Unknown language' : (names.of(code) ?? code);
}
