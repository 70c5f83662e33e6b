import { chooseRanking, type Ranking } from '#lib/dashboard/scoring/structure/choose-ranking';
import { findNotes } from '#lib/dashboard/scoring/structure/find-notes';
import { readBlocks } from '#lib/dashboard/scoring/structure/read-blocks';
import { type PlacedMention, sortMentions } from '#lib/dashboard/scoring/structure/read-leaders';
import { type Line, readLines } from '#lib/dashboard/scoring/structure/read-lines';
import { readStatements } from '#lib/dashboard/scoring/structure/read-statements';
import { findFirstFrom } from '#lib/dashboard/scoring/text-ranges';

/** The mentions of a brand in a text. */
export interface Mention {
  brandId: string;
  /** The place at which a reader sees the brand, from 1; ties share it. Null if the answer advises against the brand. */
  rank: number | null;
  /** Its rank among the tracked brands; null in the same case. */
  trackedRank: number | null;
  count: number;
  /** Offsets in UTF-16 code units: start, end, start, end, … */
  spans: number[];
}

/** An answer as the engine wrote it, with the mentions of each brand: start, end, start, end, … */
interface WrittenAnswer {
  text: string;
  spansByBrand: ReadonlyMap<string, readonly number[]>;
  /** Whether the text has the answer's lists, tables and headings. If not, brands rank in the order of the text. */
  isStructured: boolean;
}

/**
 * Ranks brands by the place at which a reader sees them. A stated winner is first. Then come the items of the main
 * ranking (`chooseRanking`), whose leading brands share a rank and whose untracked names take places too; then the other brands
 * in it; then those in prose, in bullets that do not rank, and in source lists and notes, each by first mention. Ties
 * share a rank: 1, 2, 2, 4. A brand that the answer advises against has no rank.
 * @param spansByBrand the mentions that count: start, end, start, end, … in UTF-16 code units
 */
export function rankBrands(spansByBrand: ReadonlyMap<string, number[]>, written: WrittenAnswer): Mention[] {
  if (spansByBrand.size === 0) return [];
  const { text, isStructured } = written;
  const mentions = sortMentions(written.spansByBrand).filter(({ brandId }) => spansByBrand.has(brandId));
  const lines = readLines(text);
  const isNote = findNotes(lines, text.length);
  const { winners, rejected } = readStatements(text, lines, mentions, isNote);
  const ranking = isStructured
    ? chooseRanking(text, readBlocks(lines.filter(({ start }) => !isNote(start))), mentions)
    : undefined;
  const places = findPlaces(ranking, winners);
  const others = findOthers(spansByBrand, { mentions, lines, isNote, ranking, isStructured, places });
  const keys = new Map([...places.ranks, ...others]);
  const rankedIds = [...spansByBrand.keys()].filter((id) => !rejected.has(id));
  const getKey = (id: string) => keys.get(id) ?? Number.POSITIVE_INFINITY;
  const sorted = rankedIds.map(getKey).sort((a, b) => a - b);
  return Array.from(spansByBrand, ([brandId, spans]): Mention => {
    const key = getKey(brandId);
    const isRejected = rejected.has(brandId);
    const trackedRank = isRejected ? null : 1 + sorted.indexOf(key);
    // The brands outside the ranking follow all its names, also those that are not tracked.
    const rank =
      trackedRank === null ? null : (places.ranks.get(brandId) ?? trackedRank + places.taken - countPlaced());
    return { brandId, rank, trackedRank, count: spans.length / 2, spans };
  }).sort((a, b) => getOrder(a) - getOrder(b));

  function countPlaced(): number {
    return rankedIds.filter((id) => places.ranks.has(id)).length;
  }
}

function getOrder({ trackedRank }: Mention): number {
  return trackedRank ?? Number.POSITIVE_INFINITY;
}

/** The ranks of the winners and of the brands that lead items of the main ranking. */
interface Places {
  ranks: Map<string, number>;
  /** The number of places that these and untracked names take. */
  taken: number;
}

/** Winners come first; those that lead an item of the ranking leave its place. */
function findPlaces(ranking: Ranking | undefined, winners: ReadonlySet<string>): Places {
  const ranks = new Map(Array.from(winners, (brandId) => [brandId, 1]));
  const leaders = (ranking?.items ?? []).map((item) => [...new Set(item.leaders)]);
  const placed = new Set<string>();
  // The items before one take its place minus one, and one more for each further brand that shares an item.
  let extra = 0;
  let last = winners.size;
  for (const [index, { place }] of (ranking?.items ?? []).entries()) {
    const fresh = (leaders[index] ?? []).filter((brandId) => !placed.has(brandId));
    for (const brandId of fresh) placed.add(brandId);
    const remaining = fresh.filter((brandId) => !winners.has(brandId));
    const earlierWinners = Array.from(winners).filter((id) => placed.has(id) && !fresh.includes(id)).length;
    const sharedWinners = fresh.length - remaining.length;
    const rank = place + extra + winners.size - earlierWinners;
    for (const brandId of remaining) ranks.set(brandId, rank);
    extra += Math.max(0, fresh.length - 1);
    const count = Math.max(remaining.length, fresh.length === 0 ? 1 : 0);
    last = Math.max(last, rank - 1 + count);
    if (sharedWinners > 0 && remaining.length === 0) last = Math.max(last, rank - 1);
  }
  return { ranks, taken: last };
}

/** Kinds of places outside the leading names, best first. */
const insideRanking = 1;
const inProse = 2;
const inBullet = 3;
const inNote = 4;
const missing = 5;

/** Returns a sort key for each brand that leads nothing: above all ranks, by the kind of its place and its first mention. */
function findOthers(
  spansByBrand: ReadonlyMap<string, readonly number[]>,
  context: {
    mentions: readonly PlacedMention[];
    lines: readonly Line[];
    isNote: (offset: number) => boolean;
    ranking: Ranking | undefined;
    isStructured: boolean;
    places: Places;
  },
): Map<string, number> {
  const { mentions, lines, isNote, ranking, isStructured, places } = context;
  const unit = 1e9;
  // The mentions of the plain text decide about brands whose names are not found in the structure.
  const keys = new Map(
    Array.from(spansByBrand, ([brandId, [first = 0]]): [string, number] => [
      brandId,
      missing * unit + first,
    ]).filter(([brandId]) => !places.ranks.has(brandId)),
  );
  for (const { brandId, start } of mentions) {
    const known = keys.get(brandId);
    if (known === undefined) continue;
    const key = getKind(start) * unit + start;
    if (key < known) keys.set(brandId, key);
  }
  return keys;

  function getKind(offset: number): number {
    if (isNote(offset)) return inNote;
    if (ranking && offset >= ranking.start && offset < ranking.end) return insideRanking;
    const line = lines[findFirstFrom(lines, offset + 1) - 1];
    return isStructured && line?.kind === 'bullet' ? inBullet : inProse;
  }
}
