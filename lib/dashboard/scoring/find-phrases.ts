/** A place of a phrase in a text, in UTF-16 units. */
export interface PhraseMatch {
  /** Index of the phrase. */
  phrase: number;
  start: number;
  end: number;
}

/**
 * Compiles phrases into a finder of all their places in a text, overlapping ones too, in one pass whose cost does not
 * grow with their number (Aho and Corasick, 1975).
 * @param phrases each once, none empty
 */
export function compilePhraseFinder(phrases: readonly string[]): (text: string) => PhraseMatch[] {
  const classes = buildCharacterClasses(phrases);
  const width = 1 + classes.reduce((most, one) => Math.max(most, one), 0);
  // State 0 is the beginning. `next[state * width + class]` is the state that a unit leads to.
  const next: number[] = new Array(width).fill(0);
  const phraseAt: (number | undefined)[] = [undefined];
  for (const [phrase, text] of phrases.entries()) {
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      const edge = state * width + (classes[text.charCodeAt(at)] ?? 0);
      if (!next[edge]) {
        next[edge] = phraseAt.push(undefined) - 1;
        next.push(...new Array<number>(width).fill(0));
      }
      state = next[edge] ?? 0;
    }
    phraseAt[state] = phrase;
  }
  const fallback = completeStates(next, width);
  /** The state itself or the nearest one it falls back to that ends a phrase; 0 for none. */
  const endingFrom = (state: number): number => {
    let at = state;
    while (at !== 0 && phraseAt[at] === undefined) at = fallback[at] ?? 0;
    return at;
  };
  const table = Uint32Array.from(next);
  const ending = Uint32Array.from(phraseAt, (_, state) => endingFrom(state));
  const shorter = Uint32Array.from(phraseAt, (_, state) => endingFrom(fallback[state] ?? 0));

  return (text) => {
    const places: PhraseMatch[] = [];
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      state = table[state * width + (classes[text.charCodeAt(at)] ?? 0)] ?? 0;
      for (let end = ending[state] ?? 0; end !== 0; end = shorter[end] ?? 0) {
        const phrase = phraseAt[end] ?? 0;
        places.push({ phrase, start: at + 1 - (phrases[phrase]?.length ?? 0), end: at + 1 });
      }
    }
    return places;
  };
}

/** Numbers the units that stand in phrases, from 1. */
function buildCharacterClasses(phrases: readonly string[]): Uint16Array {
  const units = [...new Set(phrases.join('').split(''))]
    .map((unit) => unit.charCodeAt(0))
    .sort((a, b) => a - b);
  const classes = new Uint16Array(1 + (units.at(-1) ?? 0));
  for (const [index, unit] of units.entries()) classes[unit] = index + 1;
  return classes;
}

/**
 * Gives each state what it falls back to, the longest end of it that is another's beginning, and the edges it lacks
 * from there.
 */
function completeStates(next: number[], width: number): number[] {
  const fallback: number[] = [0];
  const queue = [0];
  for (const state of queue) {
    for (let edge = 0; edge < width; edge++) {
      const child = next[state * width + edge] ?? 0;
      const instead = state === 0 ? 0 : (next[(fallback[state] ?? 0) * width + edge] ?? 0);
      if (child === 0) next[state * width + edge] = instead;
      else {
        fallback[child] = instead;
        queue.push(child);
      }
    }
  }
  return fallback;
}
