/** Limits of JSON text, checked before it is parsed, because parsers and databases have different limits. */
export interface JsonLimits {
  maxDepth: number;
  /** Number of items of lists and values of objects, at any depth, and of the lists and objects themselves. */
  maxValues: number;
}

/**
 * Returns which limit JSON text exceeds; undefined if none. Only counts punctuation outside strings; the parser still has
 * to validate the text.
 */
export function findJsonExcess(
  text: string,
  { maxDepth, maxValues }: JsonLimits,
): 'depth' | 'values' | undefined {
  let depth = 0;
  let values = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      values += 1;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
    else if (code === 0x2c) values += 1;
    if (depth > maxDepth) return 'depth';
    if (values > maxValues) return 'values';
  }
  return undefined;
}

/** Returns whether JSON text is nested deeper than `maxDepth`. */
export function exceedsJsonDepth(text: string, maxDepth: number): boolean {
  return findJsonExcess(text, { maxDepth, maxValues: Number.POSITIVE_INFINITY }) === 'depth';
}
