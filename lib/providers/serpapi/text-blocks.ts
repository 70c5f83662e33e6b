import { z } from 'zod';
import { lenient } from '#lib/providers/shared/lenient';
import { joinReported } from '#lib/providers/shared/parse-response';
import { readLater } from '#lib/providers/shared/response-fields';

const referenceIndexes = lenient.array(lenient.number);
const snippetLinks = lenient.array(lenient.object(lenient.texts('text', 'link')));
/** A table cell is a string, or an object with a text and references. */
const cell = z.preprocess(
  (value) => (typeof value === 'string' || typeof value === 'number' ? { text: String(value) } : value),
  lenient.object({
    ...lenient.texts('snippet', 'text', 'value'),
    snippet_links: snippetLinks,
    reference_indexes: referenceIndexes,
  }),
);
type Cell = z.infer<typeof cell>;
const cells = lenient.array(cell);

/** An entry of `text_blocks`, or an item of its lists. Unknown keys are kept. */
const textBlock = lenient.object({
  ...lenient.texts('type', 'title', 'snippet', 'text', 'code', 'language'),
  level: lenient.number,
  snippet_links: snippetLinks,
  reference_indexes: referenceIndexes,
  list: lenient.array(readLater(() => blockOrText)),
  items: lenient.array(readLater(() => blockOrText)),
  text_blocks: lenient.array(readLater(() => blockOrText)),
  headers: cells,
  table: lenient.array(cells),
  detailed: lenient.array(cells),
  product_labels: cells,
  comparison: lenient.array(lenient.object({ feature: lenient.text, values: cells })),
});
type TextBlock = z.infer<typeof textBlock>;

const blockOrText: z.ZodType = z.union([z.string(), textBlock]);
/** The field `text_blocks` of an answer, which `readBlocks` reads. */
export const textBlocks = readLater(() => lenient.array(blockOrText));

/** A part of the text that becomes a link. */
export interface TextLink {
  text: string;
  url: string;
}

/** The 0-based indexes of references; undefined if SerpApi does not report any list of them. */
type References = number[] | undefined;

/** A text with its links and references. */
export interface Passage {
  text: string;
  links: TextLink[];
  /** Source chips, whose labels are not in the text. */
  chips: TextLink[];
  references: References;
}

export interface ListItem extends Passage {
  title: string;
  blocks: Block[];
}

/** A block of an answer, independent of SerpApi's format. */
export type Block =
  | ({ kind: 'heading'; level: number } & Passage)
  | ({ kind: 'paragraph' } & Passage)
  | { kind: 'list'; isOrdered: boolean; items: ListItem[]; references: References }
  | { kind: 'table'; rows: string[][]; links: TextLink[]; references: References }
  | { kind: 'code'; language: string; text: string }
  /** A part that expands when its title is clicked. */
  | { kind: 'section'; title: string; blocks: Block[] };

/** Maximum depth of nested blocks that are read, from 0; the engines show three levels. */
const maxDepth = 12;

const blockContainer = lenient.object({
  text_blocks: lenient.array(z.unknown()),
  list: lenient.array(z.unknown()),
});

/** Returns the blocks of an answer, unparsed, each followed by the blocks inside it. */
export function listBlocks(answer: unknown, depth = 0): unknown[] {
  if (depth > maxDepth) return [];
  const { text_blocks = [], list = [] } = blockContainer.parse(answer);
  return [...text_blocks, ...list].flatMap((block) => [block, ...listBlocks(block, depth + 1)]);
}

/** Parses `text_blocks`. A block of an unknown type is parsed by the fields it has, and left out if they are empty. */
export function readBlocks(textBlocks: unknown, depth = 0): Block[] {
  if (!Array.isArray(textBlocks) || depth > maxDepth) return [];
  return textBlocks.flatMap((value) => readBlock(parseTextBlock(value), depth));
}

function parseTextBlock(value: unknown): TextBlock {
  return textBlock.parse(typeof value === 'string' ? { snippet: value } : value);
}

function readBlock(block: TextBlock, depth: number): Block[] {
  const type = block.type?.toLowerCase() ?? '';
  const nested = readBlocks(block.text_blocks, depth + 1);
  if (type === 'expandable') {
    return [{ kind: 'section', title: block.title ?? block.snippet ?? '', blocks: nested }];
  }
  if (type.startsWith('code') || block.code) return readCode(block);
  const passage = readPassage(block);
  // References belong to the text of the block, or to its list or table if it has no text.
  const references = passage.text === '' ? passage.references : undefined;
  const title = block.title?.trim() ?? '';
  return [
    ...(title === '' ? [] : [createHeading(title, 3)]),
    ...(passage.text === '' ? [] : [toHeadingOrParagraph(block, type, passage)]),
    ...readList(block, /^(?:ordered|numbered)/.test(type), references, depth),
    ...readTable(block, references),
    ...nested,
  ];
}

export function createHeading(text: string, level: number): Block {
  return { kind: 'heading', level, text, links: [], chips: [], references: undefined };
}

function toHeadingOrParagraph({ level }: TextBlock, type: string, passage: Passage): Block {
  if (!/^(?:heading|header)/.test(type)) return { kind: 'paragraph', ...passage };
  const isValid = level != null && level >= 1 && level <= 6;
  return { kind: 'heading', level: isValid ? Math.round(level) : 2, ...passage };
}

function readPassage(block: TextBlock): Passage {
  return {
    text: (block.snippet ?? block.text ?? '').trim(),
    links: readLinks(block),
    chips: [],
    references: readReferences(block),
  };
}

function readLinks({ snippet_links }: Pick<TextBlock, 'snippet_links'>): TextLink[] {
  return (snippet_links ?? []).flatMap(({ text, link }) =>
    text && link ? [{ text, url: resolveGoogleLink(link) }] : [],
  );
}

function readReferences({ reference_indexes }: Pick<TextBlock, 'reference_indexes'>): References {
  return reference_indexes && [...new Set(reference_indexes.filter((index) => typeof index === 'number'))];
}

function readList(block: TextBlock, isOrdered: boolean, references: References, depth: number): Block[] {
  const values = block.list ?? block.items ?? [];
  if (values.length === 0 || depth > maxDepth) return [];
  const items = values.map(parseTextBlock).map((item): ListItem => {
    const blocks = [
      ...readList(item, false, undefined, depth + 1),
      ...readTable(item, undefined),
      ...readBlocks(item.text_blocks, depth + 1),
    ];
    return { ...readPassage(item), title: item.title?.trim() ?? '', blocks };
  });
  return [{ kind: 'list', isOrdered, items, references }];
}

function readTable(block: TextBlock, references: References): Block[] {
  const emptyCell: Cell = { text: '' };
  const compared = (block.comparison ?? []).map(({ feature, values }) => [
    { ...emptyCell, text: feature },
    ...(values ?? []),
  ]);
  // `detailed` repeats `table` with the references of each cell.
  const table = (block.detailed ?? block.table ?? []).map((row) => row ?? []);
  const rows =
    compared.length > 0
      ? [[emptyCell, ...(block.product_labels ?? [])], ...compared]
      : [...(block.headers ? [block.headers] : []), ...table];
  const texts = rows.map((row) => row.map(({ snippet, text, value }) => snippet ?? text ?? value ?? ''));
  if (!texts.flat().some((text) => text !== '')) return [];
  return [
    {
      kind: 'table',
      rows: texts,
      links: rows.flat().flatMap(readLinks),
      references: joinReported([references, ...rows.flat().map(readReferences)]),
    },
  ];
}

function readCode(block: TextBlock): Block[] {
  const text = block.code ?? block.snippet ?? block.text ?? '';
  return text === '' ? [] : [{ kind: 'code', language: block.language ?? '', text }];
}

/** A part of the text that can cite pages. */
export type CitingPart = Passage;

/** Returns all passages, lists and tables that may have references, in reading order. */
export function listCitingParts(blocks: Block[]): CitingPart[] {
  return blocks.flatMap((block): CitingPart[] => {
    if (block.kind === 'code') return [];
    if (block.kind === 'section') return listCitingParts(block.blocks);
    if (block.kind === 'table') return [{ text: '', chips: [], ...block }];
    if (block.kind !== 'list') return [block];
    const items = block.items.flatMap((item) => [item, ...listCitingParts(item.blocks)]);
    return [...items, { text: '', links: [], chips: [], references: block.references }];
  });
}

/** Returns the target of a Google redirect such as `google.com/url?q=…`; other URLs stay unchanged. */
export function resolveGoogleLink(link: string): string {
  const url = URL.parse(link);
  if (!url || !/(?:^|\.)google\.[a-z.]+$/.test(url.hostname) || !/^\/(?:url|goto)$/.test(url.pathname)) {
    return link;
  }
  const target = url.searchParams.get('q') ?? url.searchParams.get('url') ?? '';
  return /^https?:\/\//.test(target) && URL.canParse(target) ? target : link;
}
