const word = /[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/uy;

/**
 * The text in small letters with one kind of apostrophe, each unit in its place: İ, which alone becomes two, is a
 * letter of its own here.
 */
export function lowered(text: string): string {
  return text.replaceAll('İ', 'ı').toLowerCase().replaceAll('’', "'");
}

/** The words of a lowered text: letters and digits, joined by apostrophes and hyphens. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (let at = 0; at < text.length; ) {
    let end = plainEnd(text, at);
    const next = text.charCodeAt(isJoiner(text.charCodeAt(end)) ? end + 1 : end);
    if (next > 0x7f) {
      word.lastIndex = at;
      if (word.test(text)) end = word.lastIndex;
    }
    if (end > at) words.push(text.slice(at, end));
    at = end > at ? end : at + 1;
  }
  return words;
}

/** Where the word of ASCII letters and digits from `at` ends. */
function plainEnd(text: string, at: number): number {
  let end = at;
  for (let unit = text.charCodeAt(end); ; unit = text.charCodeAt(end)) {
    const joins = end > at && isJoiner(unit) && isPlain(text.charCodeAt(end + 1));
    if (!isPlain(unit) && !joins) return end;
    end += 1;
  }
}

function isPlain(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}

function isJoiner(unit: number): boolean {
  return unit === 0x27 || unit === 0x2d;
}
