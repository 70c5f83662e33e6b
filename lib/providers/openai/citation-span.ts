import { domainOfAddress } from '#lib/core/compared-address';
import type { Annotation } from '#lib/providers/openai/body';

/** A stretch of a text in UTF-16 units, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

const opensCitation = /^[([【]/u;

/** How a text is counted: the UTF-16 offset of a vendor's offset. */
type Count = (text: string, offset: number) => number;
const counts: readonly [Count, Count] = [unitsOf, (_, offset) => offset];

/**
 * Where the annotations of one text stand in it. The vendor counts code points; where more of them are bracketed
 * wholes when read as UTF-16 units, that is what was counted. One that neither reading finds stands at the
 * nearest link to its address, or failing that where a reading begins with a bracket.
 * @returns a span for each annotation, undefined when the text carries no mark for it
 */
export function spansOfAnnotations(text: string, annotations: Annotation[]): (Span | undefined)[] {
  const readings = counts.map((count) => annotations.map((annotation) => spanIn(text, annotation, count)));
  const isMark = (span: Span | undefined, index: number) =>
    span !== undefined && isWhole(wordsOf(text, span), annotations[index]?.url ?? '');
  const wholes = readings.map((spans) => spans.filter(isMark).length);
  const inOrder = (wholes[1] ?? 0) > (wholes[0] ?? 0) ? readings.toReversed() : readings;
  return annotations.map((annotation, index) => {
    const spans = inOrder.flatMap((reading) => reading[index] ?? []);
    return (
      spans.find((span) => isMark(span, index)) ??
      nearestLink(text, annotation.url, annotation.start_index ?? 0) ??
      spans.find((span) => opensCitation.test(wordsOf(text, span)))
    );
  });
}

function spanIn(text: string, annotation: Annotation, count: Count): Span | undefined {
  const { start_index: start, end_index: end } = annotation;
  if (typeof start !== 'number' || typeof end !== 'number' || end <= start) return undefined;
  return { start: count(text, start), end: count(text, end) };
}

function wordsOf(text: string, span: Span): string {
  return text.slice(span.start, span.end);
}

/**
 * A bracket at both ends, none left open, and a citation inside, not prose. A reading that is off by one may begin
 * with the inner bracket, one that is off by more with the sentence's own.
 */
function isWhole(words: string, url: string): boolean {
  const bracketed = opensCitation.test(words) && /[)\]】]$/u.test(words);
  const cites = /\]\(|†/u.test(words) || words.includes(url) || words.includes(domainOfAddress(url));
  return bracketed && cites && words.split('(').length === words.split(')').length;
}

/** The UTF-16 offset at which the given code point begins. */
function unitsOf(text: string, codePoints: number): number {
  let units = 0;
  for (let seen = 0; seen < codePoints && units < text.length; seen += 1) {
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  }
  return units;
}

function nearestLink(text: string, url: string | null | undefined, near: number): Span | undefined {
  if (!url) return undefined;
  const target = `](${url})`;
  let best: Span | undefined;
  for (let at = text.indexOf(target); at !== -1; at = text.indexOf(target, at + 1)) {
    const opening = text.lastIndexOf('[', at);
    if (opening === -1) continue;
    const after = at + target.length;
    const enclosed = text[opening - 1] === '(' && text[after] === ')';
    const span = enclosed ? { start: opening - 1, end: after + 1 } : { start: opening, end: after };
    if (!best || Math.abs(span.start - near) < Math.abs(best.start - near)) best = span;
  }
  return best;
}

const mark = '\uE0C1';

/**
 * Takes citations out of a text, with the brackets, commas and blanks that held only them. A link whose words
 * belong to the sentence (`[the survey](…)` outside brackets) keeps its words: only its address is the citation.
 */
export function withoutSpans(text: string, spans: Span[]): string {
  const removed = merged(spans.filter((span) => !isPartOfSentence(text, span)));
  if (removed.length === 0) return text;
  let result = '';
  let from = 0;
  for (const span of removed) {
    result += text.slice(from, span.start) + mark;
    from = span.end;
  }
  result += text.slice(from);
  return result
    .replace(new RegExp(`[ \\t]*\\([\\s,;]*${mark}(?:[\\s,;]|${mark})*\\)`, 'gu'), '')
    .replace(new RegExp(`[ \\t]*${mark}(?:[ \\t,;]*${mark})*`, 'gu'), '');
}

function merged(spans: Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else result.push({ ...span });
  }
  return result;
}

function isPartOfSentence(text: string, span: Span): boolean {
  const link = /^\[([^\]]*)\]\(([^\s)]*)/u.exec(wordsOf(text, span));
  if (!link) return false;
  const words = (link[1] ?? '').trim();
  if (words === '' || /^\d+$/.test(words) || words.includes('†')) return false;
  const domain = domainOfAddress(link[2] ?? '');
  const named = words.toLowerCase().replace(/^www\./, '');
  if (named === domain || named.startsWith('http') || domain.endsWith(`.${named}`)) return false;
  return !/\([^()]*$/u.test(withoutAddresses(text.slice(0, span.start)));
}

/** Link targets blanked, so that their brackets do not look like the sentence's own. */
function withoutAddresses(text: string): string {
  return text.replace(/\]\([^\s()]*(?:\([^\s()]*\)[^\s()]*)*\)/gu, ']');
}
