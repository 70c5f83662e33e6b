/** Returns the text in lower case without accents; Japanese voicing marks stay. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFC')
    .toLowerCase();
}

/**
 * Returns the index where a word begins in the text, or −1; a word with non-ASCII characters, as in Japanese, matches anywhere.
 * @param canHaveEnding whether letters may follow the word, as in its plural
 */
export function findWord(text: string, word: string, canHaveEnding = false): number {
  const isNonAscii = /[^\p{ASCII}]/u.test(word);
  for (let index = text.indexOf(word); index >= 0; index = text.indexOf(word, index + 1)) {
    if (isNonAscii) return index;
    const before = text[index - 1] ?? ' ';
    const after = text[index + word.length] ?? ' ';
    if (!/[\p{L}\p{N}]/u.test(before) && (canHaveEnding || !/[\p{L}\p{N}]/u.test(after))) return index;
  }
  return -1;
}

/** Lists the items that appear in a text, in order of first appearance. */
export function listByAppearance<T>(items: readonly T[], getIndexes: (item: T) => number[]): T[] {
  return items
    .map((item) => ({ item, index: Math.min(...getIndexes(item).filter((index) => index >= 0)) }))
    .filter(({ index }) => Number.isFinite(index))
    .sort((a, b) => a.index - b.index)
    .map(({ item }) => item);
}

/** Replaces `{name}` placeholders with their values, or with nothing. */
export function fillTemplate(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

const listFormat = new Intl.ListFormat('en-GB');

/** Formats "A", "A and B" or "A, B and C". */
export function formatList(items: readonly string[]): string {
  return listFormat.format(items);
}

/** Capitalizes the first letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Turns a text into a URL slug of lower-case ASCII letters, digits and hyphens. */
export function slugify(text: string): string {
  const slug = normalizeText(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  if (slug !== '') return slug;
  const checksum = [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 46_656, 7);
  return `x${checksum.toString(36)}`;
}
