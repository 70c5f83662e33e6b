import type { z } from 'zod';
import { pageAddress } from '#lib/providers/serpapi/page-address';
import { type Cell, type indexes, type TextBlock, textBlock } from '#lib/providers/serpapi/text-block';

/** A word of the text that stands for an address. */
export interface TextLink {
  text: string;
  address: string;
}

/** A stretch of text with the references it rests on, 0-based into the answer's `references`. */
export interface Passage {
  text: string;
  links: TextLink[];
  references: number[];
}

/** One item of a list: its own words, and what is nested in it. */
export interface ListItem extends Passage {
  title: string;
  blocks: Block[];
}

/** What an answer is made of, whatever the vendor calls it. */
export type Block =
  | ({ kind: 'heading'; level: number } & Passage)
  | ({ kind: 'paragraph' } & Passage)
  | { kind: 'list'; ordered: boolean; items: ListItem[]; references: number[] }
  | { kind: 'table'; rows: string[][]; references: number[] }
  | { kind: 'code'; language: string; text: string }
  /** A part that is shown when its title is chosen. */
  | { kind: 'section'; title: string; blocks: Block[] };

/** Levels of nesting that are read; the engines show three. */
const deepest = 12;

/**
 * The vendor's `text_blocks`. A block of a kind that is not known is read by what it holds; one that holds no
 * words is left out, such as a list of products, which has fields of its own in the result.
 */
export function readBlocks(textBlocks: unknown, depth = 0): Block[] {
  if (!Array.isArray(textBlocks) || depth > deepest) return [];
  return textBlocks.flatMap((value) =>
    readBlock(typeof value === 'string' ? { snippet: value } : value, depth),
  );
}

function readBlock(value: unknown, depth: number): Block[] {
  const block = textBlock.parse(value);
  const type = block.type?.toLowerCase() ?? '';
  const nested = readBlocks(block.text_blocks, depth + 1);
  if (type === 'expandable') {
    return [{ kind: 'section', title: block.title ?? block.snippet ?? '', blocks: nested }];
  }
  if (type.startsWith('code') || block.code) return codeOf(block);
  const passage = passageOf(block);
  // The references of a block stand behind its words, or behind what it holds where it has none.
  const below = passage.text === '' ? passage.references : [];
  const title = block.title?.trim() ?? '';
  return [
    ...(title === '' ? [] : [{ kind: 'heading' as const, level: 3, text: title, links: [], references: [] }]),
    ...(passage.text === '' ? [] : [wordsOf(block, type, passage)]),
    ...listOf(block, /^(?:ordered|numbered)/.test(type), below, depth),
    ...tableOf(block, below),
    ...nested,
  ];
}

function wordsOf(block: TextBlock, type: string, passage: Passage): Block {
  return /^(?:heading|header)/.test(type)
    ? { kind: 'heading', level: levelOf(block), ...passage }
    : { kind: 'paragraph', ...passage };
}

function passageOf(block: TextBlock): Passage {
  return {
    text: (block.snippet ?? block.text ?? '').trim(),
    links: (block.snippet_links ?? []).flatMap(({ text, link: address }) =>
      text && address ? [{ text, address: pageAddress(address) }] : [],
    ),
    references: referencesOf(block.reference_indexes),
  };
}

function referencesOf(given: z.infer<typeof indexes>): number[] {
  return [...new Set((given ?? []).filter((index) => typeof index === 'number'))];
}

function listOf(block: TextBlock, ordered: boolean, references: number[], depth: number): Block[] {
  const listed = block.list ?? block.items ?? [];
  if (listed.length === 0 || depth > deepest) return [];
  const items = listed.map((value): ListItem => {
    const item = textBlock.parse(typeof value === 'string' ? { snippet: value } : value);
    const blocks = [
      ...listOf(item, false, [], depth + 1),
      ...tableOf(item, []),
      ...readBlocks(item.text_blocks, depth + 1),
    ];
    return { ...passageOf(item), title: item.title?.trim() ?? '', blocks };
  });
  return [{ kind: 'list', ordered, items, references }];
}

function tableOf(block: TextBlock, references: number[]): Block[] {
  const empty: Cell = { text: '' };
  const compared = (block.comparison ?? []).map(({ feature, values }) => [
    { ...empty, text: feature },
    ...(values ?? []),
  ]);
  // `detailed` is `table` again, with the references of each cell.
  const given = (block.detailed ?? block.table ?? []).map((row) => row ?? []);
  const rows =
    compared.length > 0
      ? [[empty, ...(block.product_labels ?? [])], ...compared]
      : [...(block.headers ? [block.headers] : []), ...given];
  const written = rows.map((row) => row.map(({ snippet, text, value }) => snippet ?? text ?? value ?? ''));
  if (!written.some((row) => row.some((words) => words !== ''))) return [];
  const ofCells = rows.flat().flatMap((one) => referencesOf(one.reference_indexes));
  return [{ kind: 'table', rows: written, references: [...references, ...ofCells] }];
}

function codeOf(block: TextBlock): Block[] {
  const text = block.code ?? block.snippet ?? block.text ?? '';
  return text === '' ? [] : [{ kind: 'code', language: block.language ?? '', text }];
}

function levelOf({ level }: TextBlock): number {
  return level != null && level >= 1 && level <= 6 ? Math.round(level) : 2;
}
