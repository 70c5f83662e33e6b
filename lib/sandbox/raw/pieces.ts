/** A text in the pieces it is streamed in: a few words each, which join to the whole. */
export function piecesOf(text: string, wordsEach = 12): string[] {
  const words = text.match(/\s*\S+\s*/gu) ?? [];
  return Array.from({ length: Math.ceil(words.length / wordsEach) }, (_, index) =>
    words.slice(index * wordsEach, (index + 1) * wordsEach).join(''),
  );
}
