import { isNameLike } from '#lib/dashboard/scoring/structure/is-name';
import { readNumber, toNumber } from '#lib/dashboard/scoring/structure/item-numbers';
import type { Block, Kind } from '#lib/dashboard/scoring/structure/open-blocks';
import { listLeaders, type PlacedMention } from '#lib/dashboard/scoring/structure/read-leaders';
import type { TextRange } from '#lib/dashboard/scoring/text-ranges';

/** An item of a ranking: one place that a reader sees. */
export interface RankedItem {
  /** The brands that lead it; empty if a name leads it that is not tracked. */
  leaders: string[];
  /** Its place, from 1: its number, or its position among the items that lead with names. */
  place: number;
}

/** The main ranking of an answer. */
export interface Ranking extends TextRange {
  /** By place. */
  items: RankedItem[];
}

/** An item that could be one of a ranking. */
interface Candidate {
  leaders: string[];
  isNamed: boolean;
  number: number | null;
}

/**
 * Chooses the main ranking: the list, table or sequence of headings with the most items that lead with names, of which a
 * tracked brand must be one. Undefined if the answer ranks nothing.
 */
export function chooseRanking(
  text: string,
  blocks: readonly Block[],
  mentions: readonly PlacedMention[],
): Ranking | undefined {
  let best: { ranking: Ranking; score: number } | undefined;
  for (const block of blocks) {
    for (const candidates of listCandidates(text, block, mentions)) {
      const score = scoreCandidates(block, candidates);
      if (score === 0 || (best && best.score >= score)) continue;
      best = { ranking: { items: placeItems(block, candidates), start: block.start, end: block.end }, score };
    }
  }
  return best?.ranking;
}

/** Returns the sequences of items of a block that may be a ranking: one, or for a table its columns and its header row. */
function listCandidates(text: string, block: Block, mentions: readonly PlacedMention[]): Candidate[][] {
  if (block.kind !== 'row') {
    return [
      block.items.map(({ nameRanges, line, number }) => {
        const leaders = listLeaders(text, mentions, nameRanges, line);
        return { leaders, isNamed: nameRanges.some((range) => isNameLike(read(text, range))), number };
      }),
    ];
  }
  const numbers = readRankColumn(text, block);
  const toCandidate = (cell: TextRange, number: number | null): Candidate => {
    const written = read(text, cell);
    const isNamed = isNameLike(written.split(/[(（,]|\s[–—-]\s/u)[0] ?? '');
    return { leaders: listLeaders(text, mentions, [cell], cell), isNamed, number };
  };
  const columnCount = Math.min(maxColumns, Math.max(0, ...block.items.map(({ cells }) => cells.length)));
  const columns = Array.from({ length: columnCount }, (_, column) =>
    block.items.map(({ cells }, row) => {
      const cell = cells[column];
      return cell ? toCandidate(cell, numbers?.[row] ?? null) : { leaders: [], isNamed: false, number: null };
    }),
  );
  const header = block.header.slice(0, maxColumns).map((cell) => toCandidate(cell, null));
  return [...columns, header.slice(header.length > 0 && header[0]?.leaders.length === 0 ? 1 : 0)];
}

/** Tables with more columns are no rankings. */
const maxColumns = 12;

/** Reads the numbers of the first column of a table, if it counts the places; undefined otherwise. */
function readRankColumn(text: string, { items, header }: Block): number[] | undefined {
  const numbers = items.map(({ cells: [first] }) => (first ? readRank(read(text, first)) : null));
  const places = numbers.flatMap((number) => number ?? []);
  if (places.length < items.length || items.length < 2) return undefined;
  const isSequence = Math.min(...places) === 1 && new Set(places).size === places.length;
  const isTitled = header[0] !== undefined && rankTitle.test(read(text, header[0]).trim());
  return isSequence || isTitled ? places : undefined;
}

const rankTitle =
  /^(?:[#№]|no\.?|nr\.?|rank(?:ing)?|place|pos(?:ition)?\.?|platz|rang|puesto|posto|posição|posición|plaats|miejsce|место|sıra|順位|순위|排名|名次|المركز)$/iu;

function readRank(cell: string): number | null {
  const marker = cell.replace(/[*_]/gu, '').trim();
  const isPlain = /^(?:\p{Nd}{1,3}|[IVX]{1,5}|[一二三四五六七八九十]{1,3})$/u.test(marker);
  if (isPlain) return toNumber(marker);
  const numbered = readNumber(marker);
  return numbered && numbered.length >= marker.length ? numbered.number : null;
}

/**
 * Returns how much a sequence of items looks like the main ranking: the number of its items that lead with names, tracked
 * ones first. 0 if it is no ranking.
 */
function scoreCandidates({ kind }: Block, candidates: readonly Candidate[]): number {
  const brands = new Set(candidates.flatMap(({ leaders }) => leaders));
  const tracked = candidates.filter(({ leaders }) => leaders.length > 0).length;
  const named = candidates.filter(({ leaders, isNamed }) => leaders.length > 0 || isNamed).length;
  if (tracked === 0) return 0;
  const isNumbered =
    kind !== 'row' && candidates.length > 1 && candidates.every(({ number }) => number !== null);
  const isRanking =
    brands.size > 1 ||
    (isNumbered && named * 2 >= candidates.length) ||
    (named > 1 && named >= minNamedShare[kind] * candidates.length);
  return isRanking ? brands.size + untrackedWeight * (named - tracked) : 0;
}

/** The share of items that lead with names in a ranking. Between the headings of a ranking, others can stand. */
const minNamedShare: Record<Kind, number> = {
  number: 0.5,
  'numbered heading': 0.5,
  row: 0.5,
  bullet: 0.75,
  heading: 0,
  bold: 0.5,
};

/** A name that looks like one counts a little less than the name of a tracked brand, which certainly is one. */
const untrackedWeight = 0.9;

/** Assigns places to the items: their numbers, if they count up or down, otherwise their positions among the named items. */
function placeItems({ kind }: Block, candidates: readonly Candidate[]): RankedItem[] {
  const numbers = candidates.flatMap(({ number }) => number ?? []);
  if (numbers.length === candidates.length && new Set(numbers).size === numbers.length) {
    return candidates
      .map(({ leaders, number }) => ({ leaders, place: number ?? 0 }))
      .sort((a, b) => a.place - b.place);
  }
  const countsAll = kind === 'number' || kind === 'numbered heading' || kind === 'row';
  return candidates
    .filter(({ leaders, isNamed }) => countsAll || isNamed || leaders.length > 0)
    .map(({ leaders }, index) => ({ leaders, place: index + 1 }));
}

function read(text: string, { start, end }: TextRange): string {
  return text.slice(start, end);
}
