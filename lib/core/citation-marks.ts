import type { TextCitation } from '#lib/core/text-citations';
import { removeSpans, type Span } from '#lib/core/text-spans';
import { getDomain } from '#lib/core/urls/normalize-url';

/** What `removeCitations` knows of an answer. */
export interface KnownCitations {
  found: readonly TextCitation[];
  /** The places that the provider reports. */
  reported?: readonly Span[];
  /** Names of listed pages and their sites, which labels of source chips repeat. */
  names?: readonly (string | null | undefined)[];
}

/**
 * Removes the marks of citations from a Markdown text: numbers, labels of source chips, and links in parentheses of their
 * own. The label of a link that is part of a sentence stays, and so do plain URLs and the list of sources at the end.
 */
export function removeCitations(
  markdown: string,
  { found, reported = [], names = [] }: KnownCitations,
): string {
  const marks = findCitationMarks(markdown, found, names).map(({ span }) => span);
  return removeSpans(markdown, [...reported.filter((span) => !isPartOfSentence(markdown, span)), ...marks]);
}

/** Matches the number of further sources, in the label of a chip such as `Forbes +2`. */
const furtherSources = /\p{L}.*\s?\+\s?\d{1,3}$/u;
const sentenceEnd = /[.!?。！？…][)\]*_”’"»]{0,3}[ \t]*$/u;
/** How many characters around a link are looked at. */
const contextLength = 100;

/** Returns whether a label ends with the number of further sources. */
export function isFurtherSources(label: string): boolean {
  return furtherSources.test(label);
}

/** Returns whether a text ends with the end of a sentence. */
export function endsSentence(text: string): boolean {
  return sentenceEnd.test(text);
}

/** Finds the citations whose visible text is not part of the answer. */
export function findCitationMarks(
  markdown: string,
  found: readonly TextCitation[],
  names: NonNullable<KnownCitations['names']>,
): TextCitation[] {
  const pageNames = new Set(names.flatMap((name) => (name ? [foldName(name)] : [])));
  const enclosed = findEnclosedLinks(markdown, found);
  const marks: TextCitation[] = [];
  for (const citation of found) {
    const { label, span, isListed } = citation;
    if (isListed || isPlainUrl(markdown, span)) continue;
    const shown = label.replaceAll(/[[\]]/g, '').trim();
    const isNumber = /^[\d\s,^]*$/u.test(shown) || shown.includes('†');
    const previousEnd = marks.at(-1)?.span.end ?? Number.POSITIVE_INFINITY;
    const isAfterMark = previousEnd <= span.start && markdown.slice(previousEnd, span.start).trim() === '';
    const isMark =
      isNumber ||
      isFurtherSources(shown) ||
      enclosed.has(citation) ||
      isChip(markdown, citation, isAfterMark, pageNames);
    if (isMark) marks.push(citation);
  }
  return marks;
}

function isPlainUrl(markdown: string, { start }: Span): boolean {
  return /^(?:http|www\.)/i.test(markdown.slice(start, start + 5));
}

/** Returns whether a link is labeled with its site or page and stands after a sentence, or after the words that it supports. */
function isChip(
  markdown: string,
  { url, label, span }: TextCitation,
  isAfterMark: boolean,
  pageNames: Set<string>,
) {
  const before = markdown.slice(Math.max(0, span.start - contextLength), span.start);
  const after = markdown.slice(span.end, span.end + contextLength);
  const isAfterSentence = isAfterMark || endsSentence(before);
  if (isStart(before) || continues(after, isAfterSentence)) return false;
  const domain = getDomain(url);
  const site = foldName(label).replace(/^https?:\/\/(?:www\.)?/u, '');
  if (site === domain || domain.endsWith(`.${site}`) || site.startsWith(`${domain}/`)) return true;
  return isAfterSentence && (pageNames.has(foldName(label)) || isSiteName(label, domain));
}

/** Returns whether a link stands at the beginning of a line, as the name of an item does. */
function isStart(before: string): boolean {
  return /(?:^|\n)[\s>|*_#•+-]*(?:\d{1,3}[.)][ \t*_]*)?$/u.test(before);
}

/** Returns whether a sentence goes on after a link. In scripts without letter case, one that has ended doesn't. */
function continues(after: string, isAfterSentence: boolean): boolean {
  const next = isAfterSentence ? /[\p{Ll}\p{N}]/u : /[\p{Ll}\p{Lo}\p{N}]/u;
  const text = /^[*_]{0,2}(?:['’](?=\p{L})|[ \t]*[,–—-]?[ \t]*)/u.exec(after)?.[0] ?? '';
  return next.test(after.charAt(text.length));
}

function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/[*_`]/g, '')
    .trim()
    .toLowerCase()
    .replace(/^www\./, '');
}

/** Returns whether a label is the name of a site, as `Shedly` is of `shedly.example`. */
function isSiteName(label: string, domain: string): boolean {
  const name = foldName(label).replaceAll(/[^\p{L}\p{N}]/gu, '');
  return name !== '' && domain.split('.').some((part) => part.replaceAll('-', '') === name);
}

/** Finds the links in parentheses that contain only links. */
function findEnclosedLinks(markdown: string, found: readonly TextCitation[]): Set<TextCitation> {
  const enclosed = new Set<TextCitation>();
  let group: TextCitation[] = [];
  const endGroup = () => {
    const start = group[0]?.span.start ?? 0;
    const end = group.at(-1)?.span.end ?? 0;
    const isOpened = /[(（][ \t]{0,5}$/u.test(markdown.slice(Math.max(0, start - 6), start));
    const isClosed = /^[ \t]{0,5}[)）]/u.test(markdown.slice(end, end + 6));
    if (isOpened && isClosed) for (const citation of group) enclosed.add(citation);
  };
  for (const citation of found) {
    const previousEnd = group.at(-1)?.span.end;
    const gap =
      previousEnd === undefined
        ? ''
        : markdown.slice(previousEnd, Math.min(citation.span.start, previousEnd + 9));
    if (previousEnd !== undefined && /^[\s,;·|/&、]{0,8}$/u.test(gap)) {
      group.push(citation);
      continue;
    }
    endGroup();
    group = [citation];
  }
  endGroup();
  return enclosed;
}

/** The maximum distance, in characters, between a link and the parenthesis before it. */
const maxParenthesisDistance = 2_000;

/**
 * Returns whether a span is a link within a sentence: outside parentheses, and labeled with words rather than with a
 * number, a URL, a domain or a citation mark (†).
 */
function isPartOfSentence(text: string, span: Span): boolean {
  const link = /^\[([^\]]*)\]\(([^\s)]*)/u.exec(text.slice(span.start, span.end));
  if (!link) return false;
  const label = (link[1] ?? '').trim();
  if (label === '' || /^\d+$/.test(label) || label.includes('†')) return false;
  const domain = getDomain(link[2] ?? '');
  const site = label.toLowerCase().replace(/^www\./, '');
  if (site === domain || site.startsWith('http') || domain.endsWith(`.${site}`)) return false;
  const before = text.slice(Math.max(0, span.start - maxParenthesisDistance), span.start);
  return !/\([^()]*$/u.test(removeLinkTargets(before));
}

function removeLinkTargets(text: string): string {
  return text.replace(/\]\([^\s()]*(?:\([^\s()]*\)[^\s()]*)*\)/gu, ']');
}
