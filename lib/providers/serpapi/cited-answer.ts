import { z } from 'zod';
import type { CitationPill, Source } from '#lib/contract/results/shared';
import { domainOfAddress } from '#lib/core/compared-address';
import { citationPill } from '#lib/providers/citation-pill';
import { someList, someNumber, someObject, someText } from '#lib/providers/lenient';
import { plainText } from '#lib/providers/plain-text';
import { type Block, readBlocks } from '#lib/providers/serpapi/blocks';
import { pageAddress } from '#lib/providers/serpapi/page-address';
import { passagesOf } from '#lib/providers/serpapi/passages';
import { destination, escaped, writeMarkdown } from '#lib/providers/serpapi/write-markdown';
import { writeText } from '#lib/providers/serpapi/write-text';
import { sourceList } from '#lib/providers/sources';

/** What every answer in words has, whichever engine gave it. */
export interface CitedAnswer {
  text: string;
  markdown: string;
  sources: Source[];
  citationPills: CitationPill[];
}

const schema = someObject({
  header: someText,
  text_blocks: z.unknown().optional(),
  reconstructed_markdown: someText,
  references: someList(
    someObject({
      index: someNumber,
      title: someText,
      link: someText,
      url: someText,
      snippet: someText,
      source: someText,
    }),
  ),
});

/** Pages of the search engines themselves, which a link in an answer leads to for more of the same. */
const ownPage = /(?:^|\.)(?:google\.[a-z.]+|bing\.com|microsoft\.com)$/;

/**
 * `text_blocks` and `references` as text and its sources. Sources are the references in the vendor's order; every
 * reference of a block is one pill, in the order of the text. Where the vendor lists no references, the links
 * inside the text are the sources, but for those to the search engine itself.
 */
export function citedAnswer(answer: unknown): CitedAnswer {
  const { header, text_blocks, references = [], reconstructed_markdown } = schema.parse(answer);
  const body = readBlocks(text_blocks);
  const blocks = header?.trim() && !startsWith(body, header) ? [heading(header), ...body] : body;
  const sources = sourceList();
  const cited = references.map(({ link, url, title, snippet, source }) => {
    return sources.add(pageAddress(link || url || ''), { label: title || source, description: snippet });
  });
  // The vendor numbers its references from 0 and writes the number beside each; they agree but for gaps.
  const numbered = (index: number) => {
    const place = references.findIndex((reference) => reference.index === index);
    return cited[place < 0 ? index : place];
  };
  const pills: Source[] = [];
  const hasReferences = cited.some((source) => source !== undefined);
  for (const { references: indexes, links } of passagesOf(blocks)) {
    pills.push(...indexes.flatMap((index) => numbered(index) ?? []));
    if (hasReferences) continue;
    pills.push(...links.flatMap(({ address }) => (isForeign(address) ? (sources.add(address) ?? []) : [])));
  }
  const cite = (indexes: number[]) => indexes.map((index) => pointer(numbered(index))).join('');
  const written = { text: writeText(blocks), markdown: writeMarkdown(blocks, cite) };
  const reconstructed = reconstructed_markdown ?? '';
  return {
    ...(written.text === '' ? { text: plainText(reconstructed), markdown: reconstructed } : written),
    sources: sources.all(),
    citationPills: pills.map(citationPill),
  };
}

function pointer(source: Source | undefined): string {
  return source === undefined
    ? ''
    : ` ([${escaped(domainOfAddress(source.url) || source.label)}](${destination(source.url)}))`;
}

function heading(text: string): Block {
  return { kind: 'heading', level: 2, text: text.trim(), links: [], references: [] };
}

function startsWith([first]: Block[], header: string): boolean {
  return first !== undefined && 'text' in first && first.text.startsWith(header.trim());
}

function isForeign(address: string): boolean {
  const domain = domainOfAddress(address);
  return domain !== '' && !ownPage.test(domain);
}
