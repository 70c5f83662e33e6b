import type { TextRange } from '#lib/dashboard/scoring/text-ranges';

const space = /\s+/uy;
// A character with the marks that belong to it: composed only together do two writings of it become one.
const clusters = /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|\P{M}[\p{M}\uff9e\uff9f]*|\p{M}+/gu;
// Latin, Greek and Cyrillic accents only: in other scripts marks are vowels or change the letter.
const accents = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff]/gu;
const cache = new Map<string, string>();
const nowhere: TextRange = { start: -1, end: -1 };

/** A stretch of the folded text and the stretch of the original that it was made of. */
interface Piece extends TextRange {
  /** Where it begins in the folded text, in UTF-16 units. */
  at: number;
  /** Whether each unit was made of the one in its place, rather than all of the whole stretch. */
  even: boolean;
}

/** Text with differences of writing taken out, and where each of its UTF-16 units comes from. */
export class NormalizedText {
  text = '';
  private readonly pieces: Piece[] = [];

  add(folded: string, start: number, end: number, even: boolean): void {
    if (folded === '') return;
    this.pieces.push({ at: this.text.length, start, end, even });
    this.text += folded;
  }

  /** What a stretch of the text was made of; undefined for one that cuts a character which folds to several (ﬁ, ½). */
  sourceOf({ start, end }: TextRange): TextRange | undefined {
    const first = this.sourceOfUnit(start);
    const last = this.sourceOfUnit(end - 1);
    const whole =
      first.start !== this.sourceOfUnit(start - 1).start && last.end !== this.sourceOfUnit(end).end;
    return whole ? { start: first.start, end: last.end } : undefined;
  }

  private sourceOfUnit(unit: number): TextRange {
    if (unit < 0 || unit >= this.text.length) return nowhere;
    let low = 0;
    let high = this.pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.pieces[middle]?.at ?? 0) <= unit) low = middle;
      else high = middle - 1;
    }
    const piece = this.pieces[low];
    if (!piece?.even) return piece ?? nowhere;
    const start = piece.start + unit - piece.at;
    return { start, end: start + 1 };
  }
}

/**
 * Folds case, width, compatibility forms and accents; a stretch of white space becomes one
 * space, or a line break where it holds an empty line, so that words stay adjacent over one break only.
 */
export function normalizeWithOffsets(original: string): NormalizedText {
  const folded = new NormalizedText();
  for (let at = 0; at < original.length; ) {
    const end = findAsciiEnd(original, at);
    if (end > at) folded.add(original.slice(at, end).toLowerCase(), at, end, true);
    at = end > at ? end : normalizeCluster(original, at, folded);
  }
  return folded;
}

/** The folded form alone, for names and phrases. */
export function normalizeText(original: string): string {
  return normalizeWithOffsets(original).text.trim();
}

/** Where the stretch of printable ASCII with single spaces in it from `at` ends that no mark follows. */
function findAsciiEnd(text: string, at: number): number {
  let end = at;
  for (let unit = text.charCodeAt(end); end < text.length; end++) {
    const next = text.charCodeAt(end + 1);
    if (!isPrintableAscii(unit) && !(unit === 0x20 && isPrintableAscii(next))) break;
    unit = next;
  }
  // The last one may carry a mark: leave it to the slow way.
  return end < text.length && end > at && text.charCodeAt(end) > 0x7f ? end - 1 : end;
}

function isPrintableAscii(unit: number): boolean {
  return unit > 0x20 && unit < 0x7f;
}

/** @returns where the next one begins */
function normalizeCluster(original: string, at: number, folded: NormalizedText): number {
  space.lastIndex = at;
  const white = space.exec(original)?.[0];
  if (white !== undefined) {
    const breaks = white === ' ' ? 0 : (white.match(/\r\n|[\r\n\u2028\u2029]/gu)?.length ?? 0);
    folded.add(breaks > 1 ? '\n' : ' ', at, at + white.length, false);
    return at + white.length;
  }
  clusters.lastIndex = at;
  const cluster = clusters.exec(original)?.[0] ?? original.charAt(at);
  folded.add(normalizeCharacter(cluster), at, at + cluster.length, false);
  return at + cluster.length;
}

function normalizeCharacter(cluster: string): string {
  const known = cache.get(cluster);
  if (known !== undefined) return known;
  const folded = cluster
    .normalize('NFKC')
    // Up and down again: ß and ss, ς and σ meet.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(/\u00ad|\u200b|\u2060|\ufe0f|\ufeff/gu, '')
    .replace(/[\u2018\u2019\u02bc]/gu, "'")
    .replace(/[\u2010\u2011]/gu, '-')
    .replace(/\s+/gu, ' ');
  if (cache.size > 20_000) cache.clear();
  cache.set(cluster, folded);
  return folded;
}
