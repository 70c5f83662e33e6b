/** The entries of a list that was written as text, trimmed; empty ones are none. */
export function entriesOf(text: string, between: string | RegExp = ','): string[] {
  return text
    .split(between)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
