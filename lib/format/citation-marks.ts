/** A piece of a text, or the number of the source it points at there. */
export type Cited = { text: string } | { source: number };

/** Splits a text at its marks "[1]" that point at a source which is there; other brackets stay text. */
export function citationMarks(text: string, sources: ReadonlySet<number>): Cited[] {
  const pieces: Cited[] = [];
  let at = 0;
  for (const match of text.matchAll(/\[(\d{1,3})\]/g)) {
    const source = Number(match[1]);
    if (!sources.has(source)) continue;
    if (match.index > at) pieces.push({ text: text.slice(at, match.index) });
    pieces.push({ source });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}
