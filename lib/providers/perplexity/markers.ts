import { codeStretches } from '#lib/providers/code-stretches';

/** A stretch of the text that cites, and the 1-based numbers it holds. */
export interface Marker {
  start: number;
  end: number;
  numbers: number[];
}

const marker = /\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!:\s*https?:)(?:\([^\s()]*\))?/gu;

/**
 * The `[n]` and `[n, m]` of a text, outside code, whose numbers all name one of `count` sources. Others, such as
 * a year in brackets, are words.
 */
export function citationMarkers(text: string, count: number): Marker[] {
  const blocks = codeStretches(text);
  return [...text.matchAll(marker)].flatMap((match) => {
    const start = match.index;
    const end = start + match[0].length;
    const numbers = (match[1] ?? '').split(',').map(Number);
    const names = numbers.every((number) => number >= 1 && number <= count);
    return names && !blocks.some((block) => start < block.end && end > block.start)
      ? [{ start, end, numbers }]
      : [];
  });
}

/** The text without its markers and the blanks before them. */
export function withoutMarkers(text: string, markers: Marker[]): string {
  let result = '';
  let from = 0;
  for (const { start, end } of markers) {
    result += text
      .slice(from, start)
      .replace(/[ \t]+$/u, (blank, at: number) => (at === 0 && from === 0 ? blank : ''));
    from = end;
  }
  return result + text.slice(from);
}
