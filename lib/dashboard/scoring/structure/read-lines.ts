import { readNumber, toNumber } from '#lib/dashboard/scoring/structure/item-numbers';
import type { Kind } from '#lib/dashboard/scoring/structure/open-blocks';

/** A line of the text, without the marker of its list item, heading or table row. */
export interface Line {
  start: number;
  text: string;
  kind: Kind | 'text';
  /** The depth of a heading (1 to 6; 7 for a bold line), 0 for a table row, otherwise the indentation in characters. */
  level: number;
  number: number | null;
}

const boldLevel = 7;
/** Longer than the marker of any item. */
const maxMarkerLength = 60;

/** Reads the lines of a text. */
export function readLines(text: string): Line[] {
  const raws = Array.from(text.matchAll(/[^\r\n]+/gu), ({ 0: raw, index }) => ({ raw, start: index }));
  const lines: Line[] = [];
  let isTable = false;
  let isCode = false;
  for (const [index, { raw, start }] of raws.entries()) {
    const next = raws[index + 1];
    const following = next && next.start - start - raw.length <= 2 ? next.raw : '';
    const isPreviousAdjacent = start - (lines.at(-1)?.start ?? 0) - (lines.at(-1)?.text.length ?? 0) <= 2;
    isTable =
      raw.includes('|') &&
      (isBareDelimiterRow(following) || (isTable && (isPreviousAdjacent || index === 0)));
    const isFence = /^[\s>]*(?:```|~~~)/u.test(raw);
    if (isFence) isCode = !isCode;
    if (isCode || isFence) lines.push({ start, text: raw, kind: 'text', level: 0, number: null });
    else if (isTable && !/^[\s>]*\|/u.test(raw)) {
      lines.push({ start, text: raw, kind: 'row', level: 0, number: null });
    } else {
      const parts = splitEnumeration(raw);
      for (const { text: part, at } of parts.slice(0, -1)) lines.push(readLine(part, start + at));
      const last = parts.at(-1);
      if (last) lines.push(toSetextHeading(readLine(last.text, start + last.at), following));
    }
  }
  return lines;
}

/** Markers of items within a line: "(1) X; (2) Y", "1) X, 2) Y" and "① X ② Y". */
const inlineMarkers = [
  /(?<=^|[\s:：,，;；、.])\((\p{Nd}{1,2})\)(?=\s*[\p{L}*_])/gu,
  /(?<=^|[\s:：,，;；、.])(\p{Nd}{1,2})[)）](?=\s*[\p{L}*_])/gu,
  /([①-⑳])(?=\s*[\p{L}*_])/gu,
];

/** Splits a line before the items of an enumeration that counts from 1; other lines are one part. */
function splitEnumeration(raw: string): { text: string; at: number }[] {
  if (!/[)）①]/u.test(raw)) return [{ text: raw, at: 0 }];
  for (const marker of inlineMarkers) {
    const starts: number[] = [];
    for (const { 1: number = '', index } of raw.matchAll(marker)) {
      if (toNumber(number) === starts.length + 1) starts.push(index);
    }
    if (starts.length < 2) continue;
    const bounds = [0, ...starts.filter((start) => start > 0)];
    return bounds.map((at, index) => ({ text: raw.slice(at, bounds[index + 1]), at }));
  }
  return [{ text: raw, at: 0 }];
}

/** Returns whether a line is the delimiter row of a table without outer bars: "--- | ---". */
function isBareDelimiterRow(raw: string): boolean {
  return /^\s*:?-[-:\s|]*\|[-:\s|]*$/u.test(raw);
}

/** Makes a paragraph a heading if the next line underlines it. */
function toSetextHeading(line: Line, following: string): Line {
  if (line.kind !== 'text' || line.text.trim() === '' || !/^\s{0,3}(?:={2,}|-{2,})\s*$/u.test(following)) {
    return line;
  }
  return { ...line, kind: 'heading', level: following.includes('=') ? 1 : 2 };
}

function readLine(raw: string, start: number): Line {
  const indent = /^[\s>]*/u.exec(raw)?.[0].length ?? 0;
  const content = raw.slice(indent);
  const heading = /^(#{1,6})\s+/u.exec(content);
  const bullet = /^(?:[-*+•◦▪‣–·●○■□▶►✅✔☑➤]\ufe0f?|👉)\s+(?=\S)/u.exec(content);
  const removeMarker = (length: number, kind: Line['kind'], level: number) =>
    readNumberedText(content.slice(length), { start: start + indent + length, kind, level });
  if (heading) return removeMarker(heading[0].length, 'heading', heading[1]?.length ?? 1);
  if (content.startsWith('|')) return removeMarker(1, 'row', 0);
  if (bullet) return removeMarker(bullet[0].length, 'bullet', indent);
  const line = removeMarker(0, 'text', indent);
  const isBold = line.kind === 'text' && /^(?:\*\*|__)(?=\S)/u.test(content);
  return isBold ? { ...line, kind: 'bold', level: boldLevel } : line;
}

/** Marks and symbols before the number of an item: "**1. Toyota**", "🏆 1. Toyota". */
const beforeNumber = /^(?:[\s*_■□◆◇●○▪▶★☆※]|(?![🥇🥈🥉🔟])\p{Extended_Pictographic}|\ufe0f(?!\u20e3))*/u;

function readNumberedText(
  text: string,
  { start, kind, level }: Pick<Line, 'start' | 'kind' | 'level'>,
): Line {
  const opening = beforeNumber.exec(text)?.[0].length ?? 0;
  const numbered = kind === 'row' ? null : readNumber(text.slice(opening, opening + maxMarkerLength));
  if (!numbered) return { start, text, kind, level, number: null };
  const skipped = opening + numbered.length;
  return {
    start: start + skipped,
    text: text.slice(skipped),
    kind: kind === 'heading' ? 'numbered heading' : 'number',
    level,
    number: numbered.number,
  };
}
