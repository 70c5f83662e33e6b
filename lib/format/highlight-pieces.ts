import { type Highlight, highlight, type Segment } from '#lib/format/highlight';

/**
 * Carries mentions over from a plain text to the pieces in which the same answer is set as Markdown. A mention is
 * found again by its words and by being the first, second, third … place where they stand; where the two texts do
 * not hold the same number of those places, each of them is marked. The segments of a piece joined are the piece
 * again.
 */
export function highlightPieces(
  text: string,
  mentions: readonly Highlight[],
  pieces: readonly string[],
): Segment[][] {
  const set = pieces.join('\n');
  const carried = mentions.map(({ brandId, spans }) => ({ brandId, spans: carry(text, spans, set) }));
  let start = 0;
  return pieces.map((piece) => {
    const from = start;
    start += piece.length + 1;
    const inside = carried.map(({ brandId, spans }) => ({
      brandId,
      spans: spans.flatMap(([begin, end]) => [begin - from, end - from]),
    }));
    return highlight(piece, inside);
  });
}

/** The spans of one brand in the other text. */
function carry(text: string, spans: readonly number[], set: string): [number, number][] {
  const placesOf = new Map<string, { there: number[]; here: number[] }>();
  const carried: [number, number][] = [];
  for (let index = 0; index + 1 < spans.length; index += 2) {
    const start = spans[index] ?? 0;
    const words = text.slice(start, spans[index + 1] ?? 0);
    if (words === '') continue;
    const known = placesOf.get(words) ?? { there: places(text, words), here: places(set, words) };
    placesOf.set(words, known);
    const { there, here } = known;
    const wanted = there.length === here.length ? [here[there.indexOf(start)] ?? -1] : here;
    for (const at of wanted) if (at >= 0) carried.push([at, at + words.length]);
  }
  return carried;
}

function places(text: string, words: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) found.push(at);
  return found;
}
