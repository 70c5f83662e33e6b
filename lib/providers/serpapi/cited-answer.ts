import { z } from 'zod';
import type { CitationPill, Source } from '#lib/contract/results/shared';
import { getDomain } from '#lib/core/normalize';
import {
  createHeading,
  listCitingParts,
  readBlocks,
  resolveGoogleLink,
} from '#lib/providers/serpapi/text-blocks';
import {
  escapeLinkTarget,
  escapeMarkdown,
  writeMarkdown,
  writeText,
} from '#lib/providers/serpapi/write-blocks';
import {
  lenientArray,
  lenientObject,
  optionalNumber,
  optionalText,
} from '#lib/providers/shared/optional-fields';
import { plainText } from '#lib/providers/shared/plain-text';
import { createSourceList, toCitationPill } from '#lib/providers/shared/sources';

export interface CitedAnswer {
  text: string;
  markdown: string;
  sources: Source[];
  citationPills: CitationPill[];
}

const schema = lenientObject({
  header: optionalText,
  text_blocks: z.unknown().optional(),
  reconstructed_markdown: optionalText,
  references: lenientArray(
    lenientObject({
      index: optionalNumber,
      title: optionalText,
      link: optionalText,
      url: optionalText,
      snippet: optionalText,
      source: optionalText,
    }),
  ),
});

/**
 * Reads `text_blocks` and `references`. Sources are the references in SerpApi's order; each reference of a block
 * is one pill, in text order. Without references, the links in the text are the sources, except those to the
 * search engine itself.
 */
export function readCitedAnswer(answer: unknown): CitedAnswer {
  const { header = '', text_blocks, references = [], reconstructed_markdown } = schema.parse(answer);
  const body = readBlocks(text_blocks);
  const title = header?.trim() ?? '';
  const [first] = body;
  const startsWithTitle = first !== undefined && 'text' in first && first.text.startsWith(title);
  const blocks = title && !startsWithTitle ? [createHeading(title, 2), ...body] : body;

  const sources = createSourceList();
  const listed = references.map(({ link, url, title: label, snippet, source }) =>
    sources.add(resolveGoogleLink(link || url || ''), { label: label || source, description: snippet }),
  );
  // `index` counts from 0 like the list, unless the list has gaps.
  const findSource = (index: number) => {
    const place = references.findIndex((reference) => reference.index === index);
    return listed[place < 0 ? index : place];
  };
  const hasSources = listed.some((source) => source !== undefined);
  const cited = listCitingParts(blocks).flatMap((part) => [
    ...part.references.flatMap((index) => findSource(index) ?? []),
    ...(hasSources ? [] : part.links.flatMap(({ url }) => (isExternal(url) ? (sources.add(url) ?? []) : []))),
  ]);
  const cite = (indexes: number[]) => indexes.map((index) => writeCitation(findSource(index))).join('');
  const text = writeText(blocks);
  const reconstructed = reconstructed_markdown ?? '';
  return {
    text: text === '' ? plainText(reconstructed) : text,
    markdown: text === '' ? reconstructed : writeMarkdown(blocks, cite),
    sources: sources.all(),
    citationPills: cited.map(toCitationPill),
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
