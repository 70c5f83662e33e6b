/** Returns the text in lower case without accents; Japanese voicing marks stay. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFC')
    .toLowerCase();
}

/** Returns the index where a word begins in the text, or −1; scripts without spaces match anywhere. */
export function wordAt(text: string, word: string, inflected = false): number {
  for (let place = text.indexOf(word); place >= 0; place = text.indexOf(word, place + 1)) {
    const before = text[place - 1] ?? ' ';
    const after = text[place + word.length] ?? ' ';
    if (/[^\p{ASCII}]/u.test(word)) return place;
    if (!/[\p{L}\p{N}]/u.test(before) && (inflected || !/[\p{L}\p{N}]/u.test(after))) return place;
  }
  return -1;
}

/** Replaces `{n}` placeholders by the values of these names, or by nothing. */
export function fillIn(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w)\}/g, (_, name: string) => values[name] ?? '');
}

/** Turns a text into a URL slug of lower-case ASCII letters, digits and hyphens. */
export function slug(text: string): string {
  const words = plain(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return words === ''
    ? `x${[...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 46_656, 7).toString(36)}`
    : words;
}
