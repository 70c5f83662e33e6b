import { findLinks, type TextLink } from '#lib/core/text-links';
import { createOverlapCheck, matchOutsideCode, type Span } from '#lib/core/text-spans';
import { normalizeUrl } from '#lib/core/urls/normalize-url';

/** A place in a Markdown text that points to a page. */
export interface TextCitation extends TextLink {
  /** It is an entry of the list of sources that the text ends with, so it counts only if nothing else cites its page. */
  isListed: boolean;
}

/** A citation that a provider reports. */
export interface ReportedCitation {
  url: string;
  /** Undefined if its place is not known. */
  span?: Span | undefined;
}

/**
 * Finds the citations of a Markdown text: its links, and the markers `[1]` that point to a numbered entry of the list of
 * sources that it ends with.
 */
export function findTextCitations(markdown: string): TextCitation[] {
  const links = findLinks(markdown);
  const list = findSourceList(markdown, links);
  if (!list) return links.map((link) => ({ ...link, isListed: false }));
  const markers = matchOutsideCode(markdown.slice(0, list.start), /[[【](\d{1,3})[\]】](?![(\]:])/gu);
  const isLinked = new Set(links.map(({ span }) => span.start));
  const marked = markers.flatMap(({ 1: number = '', span }) =>
    isLinked.has(span.start)
      ? []
      : (list.byNumber.get(Number(number)) ?? []).map(({ url }) => ({
          url,
          label: '',
          span,
          isListed: false,
        })),
  );
  const listed = links.map((link) => ({ ...link, isListed: link.span.start >= list.start }));
  if (list.isNumberedText && marked.length === 0) return links.map((link) => ({ ...link, isListed: false }));
  return [...listed, ...marked].sort((a, b) => a.span.start - b.span.start);
}

interface SourceList {
  start: number;
  /** The links of numbered entries. */
  byNumber: Map<number, TextLink[]>;
  /** It has entries like `1. Title https://…`, which are also how answers list recommendations. */
  isNumberedText: boolean;
}

const entryPattern = /^\s*(?:[-*•+]\s+|(\d{1,3})[.)]\s+|[[【](\d{1,3})[\]】][.:]?\s*)?/u;
const maxEntryLength = 2_000;
/** A line above a list: a heading, a bold line or one that ends with a colon. */
const titlePattern = /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*\s*:?\s*$|.{1,80}[:：]\**\s*$)/u;

/** Finds the list that a text ends with, if each of its entries is a link, or a number or title with a link. */
function findSourceList(markdown: string, links: readonly TextLink[]): SourceList | undefined {
  const list: SourceList = { start: markdown.length, byNumber: new Map(), isNumberedText: false };
  let index = links.length - 1;
  let hasBareLines = false;
  let end = markdown.length;
  let line = '';
  for (; end > 0; end = list.start - 1) {
    const start = markdown.lastIndexOf('\n', end - 1) + 1;
    line = markdown.slice(start, end);
    if (line.trim() === '') {
      list.start = start;
      continue;
    }
    if (line.length > maxEntryLength) break;
    const entryLinks: TextLink[] = [];
    for (let link = links[index]; link && link.span.start >= start; link = links[index]) {
      entryLinks.unshift(link);
      index -= 1;
    }
    const marker = entryPattern.exec(line);
    const entry = readEntry(line, start, marker?.[0].length ?? 0, entryLinks);
    const isMarked = (marker?.[0].trim() ?? '') !== '';
    if (entry === 'other' || (entry === 'titled' && !marker?.[1] && !marker?.[2])) break;
    hasBareLines ||= !isMarked;
    if (entry === 'titled' && marker?.[1]) list.isNumberedText = true;
    const number = marker?.[1] ?? marker?.[2];
    if (number !== undefined) list.byNumber.set(Number(number), entryLinks);
    list.start = start;
    if (start === 0) break;
  }
  const isEmpty = markdown.slice(list.start).trim() === '';
  return isEmpty || (hasBareLines && !(line.length < maxEntryLength && titlePattern.test(line)))
    ? undefined
    : list;
}

/** Returns whether a line is only links (`bare`), a text that ends with a link (`titled`) or something else. */
function readEntry(
  line: string,
  start: number,
  markerLength: number,
  links: readonly TextLink[],
): 'bare' | 'titled' | 'other' {
  const last = links.at(-1);
  if (!last) return 'other';
  let rest = '';
  let previousEnd = markerLength;
  for (const { span } of links) {
    rest += line.slice(previousEnd, Math.max(previousEnd, span.start - start));
    previousEnd = span.end - start;
  }
  const after = line.slice(previousEnd);
  const hasWords = (text: string) => /[\p{L}\p{N}]/u.test(text);
  if (hasWords(after)) return 'other';
  if (!hasWords(rest)) return 'bare';
  return rest.length <= 200 ? 'titled' : 'other';
}

/**
 * Merges the citations that a provider reports with those found in the text, in text order. A place that both know counts
 * once: overlapping spans with the same page or the same extent, and a reported page without a span. Reported citations
 * whose place is unknown come last.
 */
export function mergeCitations<R extends ReportedCitation>(
  reported: readonly R[],
  found: readonly TextCitation[],
): (R | TextCitation)[] {
  const pages = new Map<string, string>();
  const getPage = (url: string) => {
    const page = pages.get(url) ?? normalizeUrl(url);
    pages.set(url, page);
    return page;
  };
  const located = Map.groupBy(
    reported.filter(({ span }) => span !== undefined),
    ({ url }) => getPage(url),
  );
  const unlocated = Map.groupBy(
    reported.filter(({ span }) => span === undefined),
    ({ url }) => getPage(url),
  );
  const knownSpans = new Map(
    [...located].map(([page, list]) => [page, createOverlapCheck(list.flatMap(({ span }) => span ?? []))]),
  );
  const marks = new Map(reported.flatMap(({ span }) => (span ? [[span.start, span.end] as const] : [])));
  const isMark = ({ start, end }: Span) =>
    [0, 1].some((distance) => Math.abs((marks.get(start - distance) ?? Number.POSITIVE_INFINITY) - end) <= 1);
  const cited = new Set(reported.map(({ url }) => getPage(url)));
  for (const { url, isListed } of found) if (!isListed) cited.add(getPage(url));
  const placed: { item: R | TextCitation; start: number }[] = [];
  for (const citation of found) {
    const page = getPage(citation.url);
    const { start } = citation.span;
    if (citation.isListed) {
      if (!cited.has(page)) placed.push({ item: citation, start });
      cited.add(page);
      continue;
    }
    if (isMark(citation.span) || knownSpans.get(page)?.(citation.span)) continue;
    placed.push({ item: unlocated.get(page)?.shift() ?? citation, start });
  }
  const places = new Set<string>();
  for (const item of reported) {
    const { url, span } = item;
    if (!span) continue;
    const place = `${span.start} ${span.end} ${getPage(url)}`;
    if (!places.has(place)) placed.push({ item, start: span.start });
    places.add(place);
  }
  placed.sort((a, b) => a.start - b.start);
  const rest = new Set([...unlocated.values()].flat());
  return [...placed.map(({ item }) => item), ...reported.filter((item) => rest.has(item))];
}
