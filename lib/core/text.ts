/** Splits a list at a separator into trimmed, non-empty entries. */
export function splitList(text: string, separator: string | RegExp = ','): string[] {
  return text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Counts the characters of a text: its Unicode code points. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** Returns whether PostgreSQL can store a text unchanged: it rejects NUL and unpaired surrogates. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** The same rule for one character, as a part of a negated class of a regular expression with the flag `u`. */
export const unstorableCharacters = '\\u0000\\uD800-\\uDFFF';

/** Replaces the characters that PostgreSQL rejects with U+FFFD, which keeps the length. */
export function sanitizeText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

/** Returns whether a text is a UUID; PostgreSQL rejects a comparison with anything else. */
export function isUuid(text: unknown): text is string {
  return (
    typeof text === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
  );
}

const maxQueryCharacters = 300;

/**
 * Normalizes a search query for comparison: NFKC, lower case, single spaces, at most 300 characters. Lower-cases
 * each character as PostgreSQL's `lower` does, so that SQL can compare in the same way.
 */
export function normalizeQuery(query: string): string {
  let normalized = '';
  let length = 0;
  let isAfterSpace = false;
  for (const character of query.normalize('NFKC')) {
    if (/\s/u.test(character)) {
      isAfterSpace = true;
      continue;
    }
    if (isAfterSpace && length > 0) {
      normalized += ' ';
      length += 1;
    }
    isAfterSpace = false;
    if (length >= maxQueryCharacters) break;
    normalized += toLowerCharacter(character);
    length += 1;
    if (length >= maxQueryCharacters) break;
  }
  return normalized;
}

function toLowerCharacter(character: string): string {
  const lower = character.toLowerCase();
  return lower.length > character.length ? (Array.from(lower)[0] ?? '') : lower;
}

/** Capitalizes the first letter: "reviews" becomes "Reviews". */
export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
