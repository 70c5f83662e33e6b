/** Hashes a text to 32 bits (FNV-1a with a final mix): the only source of variety in the market. */
export function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(state);
}

/** Mixes the bits of a 32-bit integer. */
export function mix(value: number): number {
  let state = value;
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

/** Derives a number in [0, 1) from a text. */
export function fraction(text: string): number {
  return hash(text) / 2 ** 32;
}

/** Picks the member of a non-empty list that a text determines. */
export function pick<T>(list: readonly T[], text: string): T {
  const member = list[hash(text) % list.length];
  if (member === undefined) throw new Error('Nothing can be picked from an empty list.');
  return member;
}

/** Shuffles a list into the order a text determines. */
export function shuffle<T>(list: readonly T[], text: string): T[] {
  return list
    .map((member, index) => ({ member, order: hash(`${text}#${index}`) }))
    .sort((a, b) => a.order - b.order)
    .map(({ member }) => member);
}

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
