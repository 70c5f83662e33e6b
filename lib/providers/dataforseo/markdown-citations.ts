import type { CitationPill, Source } from '#lib/contract/results/assistants';
import { removeCitations } from '#lib/core/citation-marks';
import { listPageNames, removeSourceLabels } from '#lib/core/source-labels';
import { findTextCitations, mergeCitations } from '#lib/core/text-citations';
import { getDomain } from '#lib/core/urls/normalize-url';
import { joinReported } from '#lib/providers/shared/parse-response';
import { toPlainText } from '#lib/providers/shared/plain-text';
import {
  createSourceList,
  readLinkLabel,
  removeReferralParameter,
  toCitationPill,
} from '#lib/providers/shared/sources';

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
  /** Whether the text is the engine's Markdown, in which its links would be. */
  isMarkdown: boolean;
}

export interface CitedAnswer {
  text: string;
  markdown: string;
  /** Listed and cited pages first, then the others. */
  sources: Source[];
  /** Undefined if it is not known what the answer cites. */
  citationPills: CitationPill[] | undefined;
  /** Number of listed and cited sources; the sources after them were only found by the search. */
  primaryCount: number;
}

/**
 * Reads a Markdown answer. `citationPills` are the links and labels of source chips in its text or, if there are none, the pages of its parts. A
 * Markdown answer without links and without any listed page cites nothing; if it lists pages, its links may be lost.
 */
export function readCitedAnswer(
  written: string,
  { answer, parts, others = [], isMarkdown }: AnswerPages,
): CitedAnswer {
  const partPages = joinReported(parts);
  const listed = [...answer, ...(partPages ?? [])];
  const labels = removeSourceLabels(written, listPageNames([...listed, ...others].map(toNamedPage)));
  const markdown = labels.text;
  const found = findTextCitations(markdown);
  const names = [...listed, ...others].flatMap((page) => [page.title, ...(page.names ?? [])]);
  const sources = createSourceList();
  const addPage = ({ url, title, description }: AnswerPage) =>
    url ? sources.add(removeReferralParameter(url), { label: title, description }) : undefined;
  for (const page of listed) addPage(page);
  const linked = [...mergeCitations([], found), ...labels.urls.map((url) => ({ url }))];
  const unlinked = isMarkdown && answer.length === 0 ? [] : undefined;
  const cited = linked.length > 0 ? linked.map(({ url }) => ({ url })) : (partPages ?? unlinked);
  for (const page of cited ?? []) addPage(page);
  const primaryCount = sources.list().length;
  for (const page of others) addPage(page);
  if (linked.length > 0) for (const { url, label } of found) addPage({ url, title: readLinkLabel(label) });
  return {
    text: toPlainText(removeCitations(markdown, { found, names })),
    markdown,
    sources: sources.list(),
    citationPills: cited?.flatMap((page) => addPage(page) ?? []).map(toCitationPill),
    primaryCount,
  };
}

function toNamedPage({ url, title, names = [] }: AnswerPage) {
  return { url: url ?? '', names: [title, ...names, getDomain(url ?? '')].flatMap((name) => name || []) };
}
