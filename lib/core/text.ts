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

/** Returns whether PostgreSQL can store a text unchanged: it rejects NUL and unpaired surrogates. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** Replaces the characters that PostgreSQL rejects with U+FFFD, which keeps the length. */
export function sanitizeText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

/** Returns whether a text is a UUID; PostgreSQL rejects a comparison with anything else. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}
