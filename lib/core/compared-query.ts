const longestQuery = 300;

/**
 * The form in which two search queries of an engine are equal (metrics, "Fan-out"): compatibility forms, case and
 * white space folded, cut at 300 characters. Letter by letter as PostgreSQL's `lower` does it, so that statements
 * may compare the same way.
 */
export function comparedQuery(query: string): string {
  const folded = Array.from(query.normalize('NFKC'), lower).join('').replace(/\s+/gu, ' ');
  return Array.from(folded.replace(/^ +| +$/gu, ''))
    .slice(0, longestQuery)
    .join('');
}

function lower(character: string): string {
  const lowered = character.toLowerCase();
  return lowered.length > character.length ? (Array.from(lowered)[0] ?? '') : lowered;
}
