/** A 32-bit hash of a text (FNV-1a with a final mix): the only source of variety in the market. */
export function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(state);
}

/** Stirs an integer into another 32-bit one. */
export function mix(value: number): number {
  let state = value;
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

/** A number in [0, 1) that belongs to the text. */
export function fraction(text: string): number {
  return hash(text) / 2 ** 32;
}

/** The member of a non-empty list that belongs to the text. */
export function pick<T>(list: readonly T[], text: string): T {
  const member = list[hash(text) % list.length];
  if (member === undefined) throw new Error('Nothing can be picked from an empty list.');
  return member;
}

/** The list in an order that belongs to the text. */
export function shuffle<T>(list: readonly T[], text: string): T[] {
  return list
    .map((member, index) => ({ member, order: hash(`${text}#${index}`) }))
    .sort((a, b) => a.order - b.order)
    .map(({ member }) => member);
}
