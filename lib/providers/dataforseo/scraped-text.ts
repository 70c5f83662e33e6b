import type { CitationPill, Source } from '#lib/contract/results/shared';
import { citationPill } from '#lib/providers/citation-pill';
import type { Scraped, ScrapedSource } from '#lib/providers/dataforseo/chat-body';
import { readCitedText } from '#lib/providers/dataforseo/citations';
import { withoutReferral } from '#lib/providers/openai/transform';
import { sourceList } from '#lib/providers/sources';

/** What both scrapers' answers have in common. */
export interface ScrapedText {
  text: string;
  markdown: string;
  /** The cited ones first, in the vendor's order. */
  sources: Source[];
  /** How many of the sources are cited; the rest were only found. */
  cited: number;
  citationPills: CitationPill[];
}

/**
 * Reads an answer's text and what it cites: the sources of the whole, those of its blocks, then the pages that its
 * search found besides. One pill is one mark of the text, or where it has none, one source of a block.
 */
export function readScrapedText(scraped: Scraped): ScrapedText {
  const items = scraped.items ?? [];
  const blocks = items.flatMap((item) => item.sources ?? []);
  const listed = [...(scraped.sources ?? []), ...blocks];
  const markdown = scraped.markdown || items.flatMap((item) => item.markdown || item.text || []).join('\n\n');
  const pages = [...listed, ...(scraped.search_results ?? [])];
  const { text, cited } = readCitedText(markdown, pages, (url) => url !== withoutReferral(url));

  const sources = sourceList();
  const add = ({ url, title, snippet, description }: ScrapedSource) =>
    url
      ? sources.add(withoutReferral(url), { label: title, description: snippet || description })
      : undefined;
  for (const source of listed) add(source);
  const marked = cited.length > 0 ? cited.map((url) => ({ url })) : blocks;
  const pointed = marked.flatMap((source) => add(source) ?? []);
  const count = sources.all().length;
  for (const found of scraped.search_results ?? []) add(found);
  return {
    text,
    markdown,
    sources: sources.all(),
    cited: count,
    citationPills: pointed.map(citationPill),
  };
}
