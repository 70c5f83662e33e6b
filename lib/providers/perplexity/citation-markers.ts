import { findCodeSpans, getMatchSpan, overlaps, type Span } from '#lib/providers/shared/text-spans';

/** A marker such as `[1]` or `[1, 3]`. */
export interface CitationMarker extends Span {
  /** 1-based. */
  numbers: number[];
}

const markerPattern = /\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!:\s*https?:)(?:\([^\s()]*\))?/gu;

/**
 * Finds the markers of a text outside code whose numbers are all between 1 and `count`. Others, such as a year in
 * brackets, are text.
 */
export function findCitationMarkers(text: string, count: number): CitationMarker[] {
  const code = findCodeSpans(text);
  return [...text.matchAll(markerPattern)].flatMap((match) => {
    const span = getMatchSpan(match);
    const numbers = (match[1] ?? '').split(',').map(Number);
    const isCitation = numbers.every((number) => number >= 1 && number <= count);
    return isCitation && !code.some((other) => overlaps(span, other)) ? [{ ...span, numbers }] : [];
  });
}

/** Removes markers and the spaces before them. */
export function removeMarkers(text: string, markers: CitationMarker[]): string {
  let result = '';
  let from = 0;
  for (const { start, end } of markers) {
    result += text
      .slice(from, start)
      .replace(/[ \t]+$/u, (spaces, at: number) => (at === 0 && from === 0 ? spaces : ''));
    from = end;
  }
  return result + text.slice(from);
}
