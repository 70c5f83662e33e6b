/** Number of texts that an entry about many of them quotes. */
const maxQuotes = 3;
const maxQuoteLength = 120;

/** Shortens texts for an entry: the first three, and how many others there are. */
export function quoteTexts(texts: readonly string[]): string[] {
  const quotes = texts
    .slice(0, maxQuotes)
    .map((text) => (text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength).trimEnd()}…` : text));
  return texts.length > maxQuotes ? [...quotes, `${texts.length - maxQuotes} more`] : quotes;
}
