/** A range of a text in UTF-16 code units, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

const codePattern = /(`{3,}|~{3,})[\s\S]*?(?:\1|$)|(`+)(?!`)(?:(?!\n\s*\n)[\s\S]){0,5000}?[^`]\2(?!`)/gu;

/** Finds the fenced and inline code of a Markdown text, in which nothing counts as a citation. */
function findCodeSpans(text: string): Span[] {
  return Array.from(text.matchAll(codePattern), ({ 0: code, index }) => ({
    start: index,
    end: index + code.length,
  }));
}

function matchAll(text: string, pattern: RegExp): (RegExpExecArray & { span: Span })[] {
  return [...text.matchAll(pattern)].map((match) => {
    const span = { start: match.index, end: match.index + match[0].length };
    return Object.assign(match, { span });
  });
}

/** Finds the matches of each pattern in turn, except in code. */
export function matchOutsideCode(text: string, ...patterns: RegExp[]): (RegExpExecArray & { span: Span })[] {
  const isInCode = createOverlapCheck(findCodeSpans(text));
  return patterns.flatMap((pattern) => matchAll(text, pattern)).filter(({ span }) => !isInCode(span));
}

/** Creates a function that returns whether a span overlaps one of `spans`, in logarithmic time. */
export function createOverlapCheck(spans: readonly Span[]): (span: Span) => boolean {
  const merged = mergeSpans(spans);
  return (span) => {
    let low = 0;
    let high = merged.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((merged[middle]?.end ?? 0) > span.start) high = middle;
      else low = middle + 1;
    }
    const next = merged[low];
    return next !== undefined && overlaps(next, span);
  };
}

/** Replaces a removed span: a private-use character that no answer contains. */
const placeholder = '\uE0C1';
/** All spaces before a match, matched from the first one only, so that the time grows linearly with their number. */
const spaces = '(?<![ \\t])[ \\t]*';

/** Removes spans from a text, with the parentheses, commas and spaces around them. */
export function removeSpans(text: string, spans: readonly Span[]): string {
  const removed = mergeSpans(spans);
  if (removed.length === 0) return text;
  let result = '';
  let previousEnd = 0;
  for (const span of removed) {
    result += text.slice(previousEnd, span.start) + placeholder;
    previousEnd = span.end;
  }
  result += text.slice(previousEnd);
  return result
    .replace(new RegExp(`${spaces}[(（][\\s,;]*${placeholder}(?:[\\s,;]|${placeholder})*[)）]`, 'gu'), '')
    .replace(new RegExp(`${spaces}${placeholder}(?:[ \\t,;]*${placeholder})*`, 'gu'), '');
}

function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}
