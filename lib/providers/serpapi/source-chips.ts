import { findCitationMarks } from '#lib/core/citation-marks';
import { findTrailingLabels, type PageNames, removeInnerLabels } from '#lib/core/source-labels';
import type { TextCitation } from '#lib/core/text-citations';
import { findLinks } from '#lib/core/text-links';
import { removeSpans } from '#lib/core/text-spans';
import type { Block, Passage, TextLink } from '#lib/providers/serpapi/text-blocks';

/** Moves the labels of source chips, which SerpApi glues to the text, out of the text of blocks. */
export function extractChips(blocks: Block[], pageNames: PageNames): Block[] {
  return blocks.map((block): Block => {
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        return { ...block, ...extractPassageChips(block, pageNames) };
      case 'list':
        return {
          ...block,
          items: block.items.map((item) => ({
            ...item,
            ...extractPassageChips(item, pageNames),
            blocks: extractChips(item.blocks, pageNames),
          })),
        };
      case 'table': {
        const cells = block.rows.map((row) =>
          row.map((text) => ({ text, ...findTrailingLabels(text, pageNames) })),
        );
        const urls = cells.flat().flatMap((cell) => cell.urls);
        return {
          ...block,
          rows: cells.map((row) =>
            row.map(({ text, start }) => (start < text.length ? text.slice(0, start).trimEnd() : text)),
          ),
          links: [...block.links, ...urls.map((url) => ({ text: '', url }))],
        };
      }
      case 'section':
        return { ...block, blocks: extractChips(block.blocks, pageNames) };
      default:
        return block;
    }
  });
}

function extractPassageChips({ text, links, references }: Passage, pageNames: PageNames): Passage {
  const located = locateLinks(text, links);
  const marks =
    located.size === 0
      ? []
      : findCitationMarks(text, [...located.values()], pageNames.names).filter(({ label }) =>
          /\p{L}/u.test(label),
        );
  const isMark = new Set<unknown>(marks);
  const remaining = removeSpans(
    text,
    marks.map(({ span }) => span),
  );
  const inner = removeInnerLabels(remaining, pageNames);
  const end = findTrailingLabels(inner.text, pageNames);
  return {
    text: inner.text.slice(0, end.start).trimEnd(),
    links: links.filter((link) => !isMark.has(located.get(link))),
    chips: [
      ...marks.map(({ label, url }) => ({ text: label, url })),
      ...[...inner.urls, ...end.urls].map((url) => ({ text: '', url })),
    ],
    references,
  };
}

/** Finds links where their text first occurs after the previous one. */
function locateLinks(text: string, links: readonly TextLink[]): Map<TextLink, TextCitation> {
  const located = new Map<TextLink, TextCitation>();
  let previousEnd = 0;
  for (const link of links) {
    const { text: label, url } = link;
    const start = text.indexOf(label, previousEnd);
    if (start < 0) continue;
    previousEnd = start + label.length;
    located.set(link, { url, label, span: { start, end: previousEnd }, isListed: false });
  }
  return located;
}

/** Returns the links of a passage outside its chips: those that SerpApi lists and plain URLs in its text. */
export function listPassageLinks({ text, links }: Pick<Passage, 'text' | 'links'>): string[] {
  const located = [...locateLinks(text, links).values()];
  const isInside = (start: number) => located.some(({ span }) => span.start <= start && start < span.end);
  const plain = findLinks(text).filter(({ span }) => !isInside(span.start));
  return [...links.map(({ url }) => url), ...plain.map(({ url }) => url)];
}
