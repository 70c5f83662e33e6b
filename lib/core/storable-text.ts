/** Whether PostgreSQL keeps a text as it stands: it refuses NUL, and half a surrogate pair has no UTF-8 form. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** A text with every character that PostgreSQL refuses replaced by U+FFFD; its length does not change. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
