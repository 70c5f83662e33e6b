/** The entries of a list that was written as text, trimmed; empty ones are none. */
export function splitList(text: string, between: string | RegExp = ','): string[] {
  return text
    .split(between)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Text as it may stand in HTML, in attributes too. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Whether PostgreSQL keeps a text as it stands: it refuses NUL, and half a surrogate pair has no UTF-8 form. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** A text with every character that PostgreSQL refuses replaced by U+FFFD; its length does not change. */
export function sanitizeText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
