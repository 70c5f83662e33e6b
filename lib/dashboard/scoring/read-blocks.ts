import { type Block, type Kind, OpenBlocks } from '#lib/dashboard/scoring/open-blocks';
import { findFirstFrom, type TextRange } from '#lib/dashboard/scoring/text-ranges';

/** A line of the text, without the marker of its list item, heading or table row. */
interface Line {
  start: number;
  text: string;
  kind: Kind | 'text';
  /** The depth of a heading (1 to 6; 7 for a bold line), 0 for a table row, otherwise the indentation in characters. */
  level: number;
  number: number | null;
}

const circled = '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳';
const filled = '❶❷❸❹❺❻❼❽❾❿';
const medals = ['🥇', '🥈', '🥉'];
const ideographs = '一二三四五六七八九十';
const rankWords =
  'no|nr|nº|n°|num|number|rank|ranked|place|platz|rang|top|puesto|posición|miejsce|plats|место|№';
const numberMarker = new RegExp(
  [
    String.raw`^(?:[#(（]\s*)?(\d{1,3})(?:\s*(?:[.)．）、:：]|位|위|등)|\ufe0f?\u20e3)(?!\d)`,
    String.raw`^#\s?(\d{1,3})(?!\d)`,
    String.raw`^(?:${rankWords})\.?\s*#?(\d{1,3})\b[.:)]?`,
    String.raw`^(\d{1,3})(?:st|nd|rd|th|er|re|e|ème|º|ª|\.?\s*(?:platz|miejsce|место|plats))\b(?:\s+place)?\s*[:.)–—-]?`,
    String.raw`^第\s?(\d{1,3}|[${ideographs}])\s?(?:[位名]|위)`,
    `^([${circled}${filled}])`,
    `^(${medals.join('|')})`,
  ].join('|'),
  'iu',
);

/** Reads the marker of a numbered item. */
function readNumber(content: string): { number: number; length: number } | null {
  const found = numberMarker.exec(content);
  if (!found) return null;
  const marker = found.slice(1).find((group) => group !== undefined) ?? '';
  const position = [circled, filled, ideographs].map((signs) => signs.indexOf(marker)).find((at) => at >= 0);
  const number = /^\d/u.test(marker) ? Number(marker) : 1 + (position ?? medals.indexOf(marker));
  const length = found[0].length + (/^[ \t.:：、)]*/u.exec(content.slice(found[0].length))?.[0].length ?? 0);
  return { number, length };
}

const boldLevel = 7;

/** Reads the lines of a text. */
export function readLines(text: string): Line[] {
  return Array.from(text.matchAll(/[^\r\n]+/gu), ({ 0: raw, index }) => readLine(raw, index));
}

function readLine(raw: string, start: number): Line {
  const indent = /^[\s>]*/u.exec(raw)?.[0].length ?? 0;
  const content = raw.slice(indent);
  const removeMarker = (length: number, kind: Line['kind'], level: number): Line => {
    const rest = content.slice(length);
    const opening = /^[\s*_]*/u.exec(rest)?.[0].length ?? 0;
    const numbered = readNumber(rest.slice(opening));
    if (!numbered || kind === 'row') {
      return { start: start + indent + length, text: rest, kind, level, number: null };
    }
    const skipped = opening + numbered.length;
    const markedKind = kind === 'heading' ? 'heading' : 'number';
    return {
      start: start + indent + length + skipped,
      text: rest.slice(skipped),
      kind: markedKind,
      level,
      number: numbered.number,
    };
  };
  const heading = /^(#{1,6})\s+/u.exec(content);
  if (heading) return removeMarker(heading[0].length, 'heading', heading[1]?.length ?? 1);
  if (content.startsWith('|')) return removeMarker(1, 'row', 0);
  const bullet = /^(?:[-*+•◦▪‣–·●○■□▶►✅✔☑➤]\ufe0f?|👉)\s+(?=\S)/u.exec(content);
  if (bullet) return removeMarker(bullet[0].length, 'bullet', indent);
  const isBold = /^(?:\*\*|__)(?=\S)/u.test(content);
  const line = removeMarker(0, 'text', indent);
  if (line.kind === 'text' && isBold) return { ...line, kind: 'bold', level: boldLevel };
  return line;
}

/** Groups lines into blocks. */
export function readBlocks(lines: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  const openBlocks = new OpenBlocks();
  for (const [index, line] of lines.entries()) {
    const { kind, level, number } = line;
    const end = line.start + line.text.length;
    openBlocks.close(line);
    openBlocks.extend(level, end);
    if (kind === 'text' || isHeaderOrDelimiterRow(lines, index)) continue;
    const open = openBlocks.find(kind, level);
    const continued = open && isNextNumber(open, number) ? open : undefined;
    const block = continued ?? { kind, level, items: [], start: line.start, end };
    if (!continued) {
      openBlocks.open(block);
      blocks.push(block);
    }
    block.items.push({ number, nameRanges: kind === 'row' ? readRowNameRanges(line) : readNameRanges(line) });
    block.end = end;
  }
  return blocks;
}

function isNextNumber({ items }: Block, number: number | null): boolean {
  const previous = items.at(-1)?.number ?? null;
  if (number === null || previous === null) return number === previous;
  const first = items[0]?.number ?? 0;
  // A list continues with a larger number, with another 1 (Markdown shows “1. 1. 1.” as 1, 2, 3), or with the next lower
  // number of a countdown.
  return (
    number > previous || (number === 1 && previous === 1) || (number === previous - 1 && first >= previous)
  );
}

/** Returns whether a line is the header row of a table, or the row of dashes below it. */
function isHeaderOrDelimiterRow(lines: readonly Line[], index: number): boolean {
  const isDelimiterRow = (line: Line | undefined) => line?.kind === 'row' && /^[\s|:–—-]+$/u.test(line.text);
  return isDelimiterRow(lines[index]) || (lines[index]?.kind === 'row' && isDelimiterRow(lines[index + 1]));
}

/** White space, quotes, brackets and symbols before a name. */
const beforeName = /^(?:[\s*_~`"'“”„«»‘’([【「『\p{Extended_Pictographic}]|\ufe0f)+/iu;
const separator = /[:：(（,，;；。|]|\s[-–—]+\s|\.\s/u;

/** Returns the ranges in which the name must begin: bold text or words up to a separator, and those after a label. */
function readNameRanges({ start, text }: Line): TextRange[] {
  const at = beforeName.exec(text)?.[0].length ?? 0;
  const bold = /^[^\p{L}\p{N}]*(?:\*\*|__)/u.test(text) ? text.slice(at).search(/\*\*|__/u) : -1;
  const end = bold >= 0 ? bold : text.slice(at).search(separator);
  const first = { start: start + at, end: start + (end < 0 ? text.length : at + end) };
  const rest = text.slice(first.end - start);
  const label =
    /^[\s*_]*[:：][\s*_]*|^[\s*_]*\s[-–—]+\s/u.exec(rest) ?? readLabel(text.slice(at, first.end - start));
  if (!label) return [first];
  const from = (bold >= 0 && label.index > 0 ? start + at + label.index : first.end) + label[0].length;
  const second = text.slice(from - start);
  const skip = beforeName.exec(second)?.[0].length ?? 0;
  const stop = second.slice(skip).search(separator);
  return [first, { start: from + skip, end: stop < 0 ? start + text.length : from + skip + stop }];
}

/** Finds a label within bold text: "**Best overall: Sony**". */
function readLabel(bold: string): RegExpExecArray | null {
  const found = /[:：]\s*/u.exec(bold);
  return found && found.index > 0 ? found : null;
}

/** Returns the range of the first cell that contains words. */
function readRowNameRanges({ start, text }: Line): TextRange[] {
  let from = start;
  for (const cell of text.split('|')) {
    if (/\p{L}{2}/u.test(cell)) {
      const at = beforeName.exec(cell)?.[0].length ?? 0;
      return [{ start: from + at, end: from + cell.length }];
    }
    from += cell.length + 1;
  }
  return [];
}

const noteTitles =
  'sources?|references?|citations|footnotes?|notes?|disclaimer|disclosure|further reading|quellen|hinweise?|anmerkung(?:en)?|fußnoten?|fuentes|referencias|notas?|références|remarques?|fonti|riferimenti|note|bronnen|noten|fontes|referências|källor|noter|kilder|lähteet|źródła|przypisy|uwaga|zdroje|poznámk[ay]|források|megjegyzés|kaynaklar|notlar|источники|примечани[ея]|джерела|примітк[аи]|참고|출처|참고 자료|참고 문헌|주의|参考|参考文献|出典|注|注意|備考|來源|来源|资料来源|資料來源|参考资料';
const noteTitle = new RegExp(`^[\\s*_#>([]*(?:${noteTitles})\\s*(?:[*_]+\\s*)?(?:[:：]|$|[*_])`, 'iu');
const footnote = /^\s*(?:\[\^?\d+\]:?|[¹²³⁴⁵⁶⁷⁸⁹†‡]|\\\*|\*(?!\*|\s))\s*\S/u;

/**
 * Finds notes: footnotes, paragraphs that begin with a title such as "Sources:", and everything below a line that is only
 * such a title, up to the next heading or, after a list, up to the next paragraph.
 * @returns a function that returns whether an offset is inside one of them
 */
export function findNotes(lines: readonly Line[], length: number): (offset: number) => boolean {
  const findNextHeading = compileNextLine(lines, ({ kind }) => kind === 'heading');
  const findNextParagraph = compileNextLine(lines, ({ kind, level }) => kind === 'text' && level === 0);
  /** Sorted, without overlaps. */
  const notes: TextRange[] = [];
  for (const [index, line] of lines.entries()) {
    const isFootnote = line.kind === 'text' && footnote.test(line.text);
    if (!isFootnote && !noteTitle.test(line.text)) continue;
    const end = isFootnote ? line.start + line.text.length : findEnd(index, line);
    const last = notes.at(-1);
    if (last && line.start <= last.end) last.end = Math.max(last.end, end);
    else notes.push({ start: line.start, end });
  }
  return (offset) => {
    const note = notes[findFirstFrom(notes, offset + 1) - 1];
    return note !== undefined && offset < note.end;
  };

  function findEnd(index: number, { text }: Line): number {
    const following = lines[index + 1];
    if (!isOnlyTitle(text)) return following?.start ?? length;
    const isList = following !== undefined && following.kind !== 'text';
    const ends = [findNextHeading(index), isList ? findNextParagraph(index) : undefined];
    return Math.min(...ends.map((line) => line?.start ?? length));
  }
}

/** Returns a function that finds the next line after an index that meets a condition. */
function compileNextLine(
  lines: readonly Line[],
  isMatch: (line: Line) => boolean,
): (index: number) => Line | undefined {
  const next: (Line | undefined)[] = Array.from({ length: lines.length });
  for (let index = lines.length - 2; index >= 0; index -= 1) {
    const line = lines[index + 1];
    next[index] = line && isMatch(line) ? line : next[index + 1];
  }
  return (index) => next[index];
}

/** Returns whether all letters of a text are in one group, with only spaces between them. */
function isOnlyTitle(text: string): boolean {
  const letters = [...text.matchAll(/\p{L}+/gu)];
  return letters.every((found, index) => {
    const previous = letters[index - 1];
    return !previous || /^ +$/.test(text.slice(previous.index + previous[0].length, found.index));
  });
}
