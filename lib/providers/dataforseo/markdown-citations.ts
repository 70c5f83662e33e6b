import type { CitationPill, Source } from '#lib/contract/results/assistants';
import { normalizeUrl } from '#lib/core/text';
import { joinReported } from '#lib/providers/shared/parse-response';
import { toPlainText } from '#lib/providers/shared/plain-text';
import { createSourceList, removeReferralParameter, toCitationPill } from '#lib/providers/shared/sources';
import {
  createOverlapCheck,
  findCodeSpans,
  matchOutsideCode,
  removeCitationSpans,
} from '#lib/providers/shared/text-spans';

/** A page that an answer lists, or that its search found. */
export interface AnswerPage {
  url?: string | null | undefined;
  title?: string | null | undefined;
  description?: string | null | undefined;
  /** Other labels that a link to the page may have. */
  names?: (string | null | undefined)[];
}

/** The pages listed for the whole answer, those listed for each of its parts, and others that its search found. */
export interface AnswerPages {
  answer: AnswerPage[];
  /** Undefined for a part that has no list of pages. */
  parts: (AnswerPage[] | undefined)[];
  others?: AnswerPage[];
}

export interface CitedAnswer {
  text: string;
  markdown: string;
  /** Listed and cited pages first, then the others. */
  sources: Source[];
  /** Undefined if neither the text nor a part says what is cited. */
  citationPills: CitationPill[] | undefined;
  /** Number of listed and cited sources; the sources after them were only found by the search. */
  primaryCount: number;
}

/** Reads a Markdown answer. `citationPills` are the citations in its text or, if there are none, the pages of its parts. */
export function readCitedAnswer(markdown: string, { answer, parts, others = [] }: AnswerPages): CitedAnswer {
  const partPages = joinReported(parts);
  const listed = [...answer, ...(partPages ?? [])];
  const { text, citedUrls } = readCitations(markdown, [...listed, ...others]);
  const sources = createSourceList();
  const addPage = ({ url, title, description }: AnswerPage) =>
    url ? sources.add(removeReferralParameter(url), { label: title, description }) : undefined;
  for (const page of listed) addPage(page);
  const cited = citedUrls.length > 0 ? citedUrls.map((url) => ({ url })) : partPages;
  const citationPills = cited?.flatMap((page) => addPage(page) ?? []).map(toCitationPill);
  const primaryCount = sources.list().length;
  for (const page of others) addPage(page);
  return { text, markdown, sources: sources.list(), citationPills, primaryCount };
}

const targetPattern = String.raw`<?((?:[^\s()<>]|\([^\s()]*\))+)>?(?:\s+"[^"]*")?`;
const markerPattern = new RegExp(String.raw`\[\[(\d+)\]\]\(${targetPattern}\)`, 'gu');
const linkPattern = new RegExp(String.raw`(?<!!)\[([^[\]\n]*)\]\(${targetPattern}\)`, 'gu');
const definitionPattern = /^ {0,3}\[([^\]\n]+)\]:[ \t]*<?(\S+?)>?(?:[ \t]+["'(].*["')])?[ \t]*$/gmu;
const referencePattern = /(?<!!)\[([^[\]\n]+)\](?:\[([^[\]\n]*)\])?(?![[(:])/gu;
/** Matches the end of a sentence or of another citation. */
const sentenceEnd = /[.!?。！？…:;)\]*”"][ \t]*$/u;

/**
 * Finds the citations of a Markdown text outside its code: `[[1]](url)`, links with a number or no label, links to one of
 * `pages`, and links with a referral parameter. Links may be inline or by reference (`[site][1]` with `[1]: url` below).
 * A link labeled with the name of a page is removed after a complete sentence; inside a sentence, its label stays.
 * @returns the text without citations, and the cited URLs in order
 */
function readCitations(markdown: string, pages: AnswerPage[]): { text: string; citedUrls: string[] } {
  const listedUrls = new Set(pages.flatMap(({ url }) => (url ? [normalizeUrl(url)] : [])));
  const pageNames = new Set(pages.flatMap(listNames));
  const isListed = (url: string) => listedUrls.has(normalizeUrl(url));
  const inlined = inlineReferences(markdown).replace(
    linkPattern,
    (link, label: string, url: string, offset, fullText) => {
      const isPageName = isListed(url) && pageNames.has(label.trim().toLowerCase());
      return isPageName && sentenceEnd.test(fullText.slice(Math.max(0, offset - 100), offset))
        ? `[1](${url})`
        : link;
    },
  );
  const citations = matchOutsideCode(inlined, markerPattern, linkPattern)
    .map(({ 1: label = '', 2: url = '', span }) => ({ label, url, span }))
    .filter(({ label, url }) => /^\d*$/.test(label) || isListed(url) || url !== removeReferralParameter(url))
    .toSorted((a, b) => a.span.start - b.span.start);
  const spans = citations.map(({ span }) => span);
  return {
    text: toPlainText(removeCitationSpans(inlined, spans)),
    citedUrls: citations.map(({ url }) => url),
  };
}

function listNames({ title, names = [] }: AnswerPage): string[] {
  return [title, ...names].flatMap((name) => (name ? [name.trim().toLowerCase()] : []));
}

/** Replaces reference links with inline links, and removes their definitions. */
function inlineReferences(markdown: string): string {
  const definitions = matchOutsideCode(markdown, definitionPattern);
  if (definitions.length === 0) return markdown;
  const targets = new Map(definitions.map(({ 1: key, 2: target }) => [key?.toLowerCase(), target]));
  const isCode = createOverlapCheck(findCodeSpans(markdown));
  return markdown
    .replace(referencePattern, (link: string, label: string, key: string | undefined, start: number) => {
      const target = targets.get((key || label).toLowerCase());
      return target === undefined || isCode({ start, end: start + link.length })
        ? link
        : `[${label}](${target})`;
    })
    .replace(definitionPattern, '');
}
