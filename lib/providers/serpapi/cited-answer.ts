import type { CitationPill, Source } from '#lib/contract/results/assistants';
import type { OverviewResult, SearchResult } from '#lib/contract/results/search';
import { getDomain } from '#lib/core/text';
import { readVideos } from '#lib/providers/serpapi/cards';
import {
  createHeading,
  listCitingParts,
  readBlocks,
  resolveGoogleLink,
  textBlocks,
} from '#lib/providers/serpapi/text-blocks';
import {
  escapeLinkTarget,
  escapeMarkdown,
  writeMarkdown,
  writeText,
} from '#lib/providers/serpapi/write-blocks';
import { lenient } from '#lib/providers/shared/lenient';
import { joinReported } from '#lib/providers/shared/parse-response';
import { toPlainText } from '#lib/providers/shared/plain-text';
import { type PageEntry, toAds } from '#lib/providers/shared/search-results';
import { createSourceList, toCitationPill } from '#lib/providers/shared/sources';

export interface CitedAnswer {
  text: string;
  markdown: string;
  sources: Source[];
  /** Absent if no block has a list of references and the text has no links. */
  citationPills?: CitationPill[];
}

export const citedAnswer = lenient.object({
  ...lenient.texts('header', 'reconstructed_markdown'),
  text_blocks: textBlocks.optional(),
  references: lenient.array(
    lenient.object({ index: lenient.number, ...lenient.texts('title', 'link', 'url', 'snippet', 'source') }),
  ),
});

/**
 * Reads `text_blocks` and `references`. Sources are the references in SerpApi's order; each reference of a block
 * is one citation, in text order. Without references, the links in the text are the sources, except those to the
 * search engine itself.
 */
export function readCitedAnswer(answer: unknown): CitedAnswer {
  const { header = '', text_blocks, references = [], reconstructed_markdown } = citedAnswer.parse(answer);
  const body = readBlocks(text_blocks);
  const title = header?.trim() ?? '';
  const [first] = body;
  const startsWithTitle = first !== undefined && 'text' in first && first.text.startsWith(title);
  const blocks = title && !startsWithTitle ? [createHeading(title, 2), ...body] : body;

  const sources = createSourceList();
  const listed = references.map(({ link, url, title: label, snippet, source }) =>
    sources.add(resolveGoogleLink(link || url || ''), { label: label || source, description: snippet }),
  );
  // `index` of a reference is normally its place in `references`, counted from 0. If entries are missing from the list,
  // it isn't, so the reference is looked up by its `index` first.
  const findSource = (index: number) => {
    const position = references.findIndex((reference) => reference.index === index);
    return listed[position < 0 ? index : position];
  };
  const hasSources = listed.some((source) => source !== undefined);
  const cited = joinReported(
    listCitingParts(blocks).flatMap((part) => [
      part.references?.flatMap((index) => findSource(index) ?? []),
      ...(hasSources
        ? []
        : part.links.map(({ url }) => (isExternal(url) ? [sources.add(url) ?? []].flat() : undefined))),
    ]),
  );
  const cite = (indexes: number[] = []) => indexes.map((index) => writeCitation(findSource(index))).join('');
  const text = writeText(blocks);
  const reconstructed = reconstructed_markdown ?? '';
  return {
    text: text === '' ? toPlainText(reconstructed) : text,
    markdown: text === '' ? reconstructed : writeMarkdown(blocks, cite),
    sources: sources.list(),
    ...(cited && { citationPills: cited.map(toCitationPill) }),
  };
}

function writeCitation(source: Source | undefined): string {
  if (source === undefined) return '';
  const label = escapeMarkdown(getDomain(source.url) || source.label);
  return ` ([${label}](${escapeLinkTarget(source.url)}))`;
}

const searchEngineDomain = /(?:^|\.)(?:google\.[a-z.]+|bing\.com|microsoft\.com)$/;

function isExternal(url: string): boolean {
  const domain = getDomain(url);
  return domain !== '' && !searchEngineDomain.test(domain);
}

type Overview = NonNullable<SearchResult['overview']> & { markdown: string };

/** Reads `ai_overview`; undefined if the engine shows no overview. */
export function readOverview(aiOverview: unknown): Overview | undefined {
  const { text, markdown, sources } = readCitedAnswer(aiOverview);
  if (text === '') return undefined;
  const videos = readVideos(aiOverview);
  return { text, markdown, sources, ...(videos && { videos }) };
}

/** Converts a page to the result of the engine `overview`; its text is empty if the engine shows no overview. */
export function toOverviewResult(aiOverview: unknown, page: unknown): Omit<OverviewResult, 'html'> {
  const overview = readOverview(aiOverview) ?? { text: '', markdown: '', sources: [] };
  const ads = listAds(page);
  return { ...overview, ...(ads && { ads: toAds(ads) }) };
}

export const adContainer = lenient.object({
  ads: lenient.array(lenient.object(lenient.texts('title', 'link', 'description', 'snippet'))),
});

/** Returns the text ads of a page; undefined if SerpApi does not report any. */
export function listAds(page: unknown): PageEntry[] | undefined {
  return adContainer.parse(page).ads?.map(({ title, link, description, snippet }) => ({
    title,
    link,
    snippet: description || snippet,
  }));
}
