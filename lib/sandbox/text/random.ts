/** Hashes a text to 32 bits (FNV-1a with a final mix): the sandbox has no other source of randomness. */
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
