/** Hashes a text to 32 bits (FNV-1a with a final mix): the only source of randomness in the market. */
export function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return mixBits(state);
}

/** Mixes the bits of a 32-bit integer. */
export function mixBits(value: number): number {
  let state = value;
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

/** Derives a number in [0, 1) from a text. */
export function getFraction(text: string): number {
  return hash(text) / 2 ** 32;
}

/** Picks an item of a non-empty list by the hash of a text. */
export function pick<T>(list: readonly T[], text: string): T {
  const item = list[hash(text) % list.length];
  if (item === undefined) throw new Error('Cannot pick from an empty list.');
  return item;
}

/** Shuffles a list into an order that depends only on a text. */
export function shuffle<T>(list: readonly T[], text: string): T[] {
  return list
    .map((item, index) => ({ item, order: hash(`${text}#${index}`) }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

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
