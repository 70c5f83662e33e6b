import { endsSentence, findCitationMarks, isFurtherSources } from '#lib/core/citation-marks';
import type { TextCitation } from '#lib/core/text-citations';
import { findLinks } from '#lib/core/text-links';
import { removeSpans } from '#lib/core/text-spans';
import type { Block, Passage, TextLink } from '#lib/providers/serpapi/text-blocks';

/** The names, in lower case, that the labels of chips can have, and the URLs of their references. */
interface ChipNames {
  names: readonly string[];
  /** Longest names first. */
  pages: readonly (readonly [name: string, url: string])[];
}

/** Collects the names of references: those of their site and their page. */
export function listChipNames(references: readonly { url: string; names: readonly string[] }[]): ChipNames {
  const urls = new Map<string, string>();
  for (const { url, names } of references) {
    for (const name of names.map((text) => text.trim().toLowerCase())) {
      if (url !== '' && name.length > 1 && !urls.has(name)) urls.set(name, url);
    }
  }
  return { names: [...urls.keys()], pages: [...urls].sort(([a], [b]) => b.length - a.length) };
}

/** Moves the labels of source chips, which SerpApi glues to the text, out of the text of blocks. */
export function extractChips(blocks: Block[], chipNames: ChipNames): Block[] {
  return blocks.map((block): Block => {
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        return { ...block, ...extractPassageChips(block, chipNames) };
      case 'list':
        return {
          ...block,
          items: block.items.map((item) => ({
            ...item,
            ...extractPassageChips(item, chipNames),
            blocks: extractChips(item.blocks, chipNames),
          })),
        };
      case 'table': {
        const cells = block.rows.map((row) =>
          row.map((text) => ({ text, ...findTrailingLabels(text, chipNames) })),
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
        return { ...block, blocks: extractChips(block.blocks, chipNames) };
      default:
        return block;
    }
  });
}

function extractPassageChips({ text, links, references }: Passage, chipNames: ChipNames): Passage {
  const located = locateLinks(text, links);
  const marks =
    located.size === 0
      ? []
      : findCitationMarks(text, [...located.values()], chipNames.names).filter(({ label }) =>
          /\p{L}/u.test(label),
        );
  const isMark = new Set<unknown>(marks);
  const remaining = removeSpans(
    text,
    marks.map(({ span }) => span),
  );
  const end = findTrailingLabels(remaining, chipNames);
  return {
    text: remaining.slice(0, end.start).trimEnd(),
    links: links.filter((link) => !isMark.has(located.get(link))),
    chips: [
      ...marks.map(({ label, url }) => ({ text: label, url })),
      ...end.urls.map((url) => ({ text: '', url })),
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

const maxLabels = 10;
/** How much of the end of a text is looked at for a label. */
const windowLength = 300;
/** Matches a label that is not the name of a reference, after a sentence: `Some Site +2`. */
const unknownLabel = /(?<=[.!?。！？…][)”’"»]?\s*)[^\s.!?。！？…:+][^.!?。！？…:+\n]{0,60}?\s*\+\d{1,2}$/u;

/** Finds the names of references at the end of a text, after a sentence or with the number of further sources. */
function findTrailingLabels(text: string, { pages }: ChipNames): { start: number; urls: string[] } {
  let start = text.length;
  let found: { start: number; urls: string[] } = { start, urls: [] };
  const urls: string[] = [];
  for (let count = 0; count < maxLabels; count += 1) {
    const windowStart = Math.max(0, start - windowLength);
    const before = text.slice(windowStart, start).trimEnd();
    const hasNumber = isFurtherSources(before);
    const bare = before.replace(/\s*\+\s?\d{1,3}$/u, '');
    const [name, url] = pages.find(([key]) => endsWithName(bare, key)) ?? [];
    if (name === undefined || url === undefined) {
      const unknown = hasNumber ? unknownLabel.exec(before) : null;
      return unknown ? { start: windowStart + unknown.index, urls } : found;
    }
    start = windowStart + bare.length - name.length;
    urls.unshift(url);
    const rest = text.slice(Math.max(0, start - 20), start);
    if (hasNumber || endsSentence(rest) || /\n\s*$/u.test(rest)) found = { start, urls: [...urls] };
  }
  return found;
}

/** Returns whether a text ends with a name, as a word or glued to the one before it. @param name in lower case */
function endsWithName(text: string, name: string): boolean {
  const end = text.slice(-name.length);
  const glued = /[\p{L}\p{N}]$/u.test(text.slice(0, -name.length));
  return end.toLowerCase() === name && (!glued || /^[\p{Lu}\p{Lo}]/u.test(end));
}

/** Returns the links of a passage outside its chips: those that SerpApi lists and plain URLs in its text. */
export function listPassageLinks({ text, links }: Pick<Passage, 'text' | 'links'>): string[] {
  const located = [...locateLinks(text, links).values()];
  const isInside = (start: number) => located.some(({ span }) => span.start <= start && start < span.end);
  const plain = findLinks(text).filter(({ span }) => !isInside(span.start));
  return [...links.map(({ url }) => url), ...plain.map(({ url }) => url)];
}
