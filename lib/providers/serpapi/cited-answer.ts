import type { CitationPill, Source } from '#lib/contract/results/assistants';
import type { OverviewResult, SearchResult } from '#lib/contract/results/search';
import { removeCitations } from '#lib/core/citation-marks';
import { listPageNames } from '#lib/core/source-labels';
import { findTextCitations, mergeCitations } from '#lib/core/text-citations';
import { isCitable } from '#lib/core/text-links';
import { getDomain, normalizeUrl } from '#lib/core/urls/normalize-url';
import { readVideos } from '#lib/providers/serpapi/cards';
import { extractChips, listPassageLinks } from '#lib/providers/serpapi/source-chips';
import {
  type CitingPart,
  createHeading,
  listCitingParts,
  readBlocks,
  resolveGoogleLink,
  type TextLink,
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
  /** Absent if no block has a list of references and the text has no links to pages. */
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
 * Reads `text_blocks` and `references`. Sources are the references in SerpApi's order, then other pages that the text
 * links to. In text order, each reference, source chip and link of a block is one citation, except links to the search
 * engine's own results; those of a block that point to the same page count once for each reference or link.
 */
export function readCitedAnswer(answer: unknown): CitedAnswer {
  const { header = '', text_blocks, references = [], reconstructed_markdown } = citedAnswer.parse(answer);
  const sources = createSourceList();
  const listed = references.map(({ link, url, title: label, snippet, source }) =>
    sources.add(resolveGoogleLink(link || url || ''), { label: label || source, description: snippet }),
  );
  const pageNames = listPageNames(
    references.map(({ title: label, source }, index) => {
      const url = listed[index]?.url ?? '';
      return { url, names: [source ?? '', label ?? '', getDomain(url)] };
    }),
  );
  const body = extractChips(readBlocks(text_blocks), pageNames);
  const title = header?.trim() ?? '';
  const [first] = body;
  const startsWithTitle = first !== undefined && 'text' in first && first.text.startsWith(title);
  const blocks = title && !startsWithTitle ? [createHeading(title, 2), ...body] : body;

  // `index` of a reference is normally its place in `references`, counted from 0. If entries are missing from the list,
  // it isn't, so the reference is looked up by its `index` first.
  const findSource = (index: number) => {
    const position = references.findIndex((reference) => reference.index === index);
    return listed[position < 0 ? index : position];
  };
  const cited = joinReported(listCitingParts(blocks).map((part) => readCitations(part, findSource)));
  const cite = (indexes: number[] = [], chips: TextLink[] = []) => {
    const listedUrls = indexes.flatMap((index) => findSource(index)?.url ?? []);
    const pages = new Set(listedUrls.map(normalizeUrl));
    const others = chips.map(({ url }) => url).filter((url) => !pages.has(normalizeUrl(url)));
    return [...listedUrls, ...others].map(writeCitation).join('');
  };
  const text = writeText(blocks);
  const written =
    text === ''
      ? readMarkdown(reconstructed_markdown ?? '')
      : { text, markdown: writeMarkdown(blocks, cite), cited };
  return {
    text: written.text,
    markdown: written.markdown,
    ...(written.cited && {
      citationPills: written.cited.flatMap((url) => sources.add(url) ?? []).map(toCitationPill),
    }),
    sources: sources.list(),
  };
}

function readMarkdown(markdown: string) {
  const found = findTextCitations(markdown);
  const cited = mergeCitations([], found).map(({ url }) => url);
  const text = toPlainText(removeCitations(markdown, { found }));
  return { text, markdown, cited: cited.length > 0 ? cited : undefined };
}

/** Returns the URLs that a part cites; undefined if it has no list of references and no links to pages. */
function readCitations(
  { references, chips, ...passage }: CitingPart,
  findSource: (index: number) => Source | undefined,
): string[] | undefined {
  const reported = references?.flatMap((index) => findSource(index) ?? []).map(({ url }) => ({ url }));
  const links = [...listPassageLinks(passage), ...chips.map(({ url }) => url)].filter(isCitable);
  if (!reported && links.length === 0) return undefined;
  const place = { label: '', span: { start: 0, end: 0 }, isListed: false };
  return mergeCitations(
    reported ?? [],
    links.map((url) => ({ ...place, url })),
  ).map(({ url }) => url);
}

function writeCitation(url: string): string {
  return ` ([${escapeMarkdown(getDomain(url))}](${escapeLinkTarget(url)}))`;
}

type Overview = NonNullable<SearchResult['overview']> & { markdown: string };

/** Reads `ai_overview`; undefined if the engine shows no overview. */
export function readOverview(aiOverview: unknown): Overview | undefined {
  const answer = readCitedAnswer(aiOverview);
  if (answer.text === '') return undefined;
  const videos = readVideos(aiOverview);
  return { ...answer, ...(videos && { videos }) };
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
