/** Numbers and ids that repeat for a seed, so that two fills of the bench are alike. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** An integer from 0 to `bound` − 1. */
  below(bound: number): number;
  uuid(): string;
}

const hex = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, '0'));

/** The 32-bit mixer of splitmix. */
function mix(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Numbers that follow from a seed, unlike those of any other one. */
export function seededRandom(seed: number): Random {
  // Mixed, for neighbouring seeds one step apart would give the same numbers one place later.
  let state = mix(seed);
  const bits = () => {
    state = (state + 0x9e3779b9) | 0;
    return mix(state);
  };
  const quad = (value: number) => hex[value] ?? '0000';
  return {
    next: () => bits() / 4_294_967_296,
    below: (bound) => Math.floor((bits() / 4_294_967_296) * bound),
    uuid: () => {
      const [a, b, c, d] = [bits(), bits(), bits(), bits()];
      const version = quad(0x4000 | (b & 0x0fff));
      const variant = quad(0x8000 | (c >>> 18));
      return `${quad(a >>> 16)}${quad(a & 0xffff)}-${quad(b >>> 16)}-${version}-${variant}-${quad(c & 0xffff)}${quad(d >>> 16)}${quad(d & 0xffff)}`;
    },
  };
}
