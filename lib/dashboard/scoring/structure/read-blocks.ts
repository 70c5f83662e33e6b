import { type Block, OpenBlocks } from '#lib/dashboard/scoring/structure/open-blocks';
import type { Line } from '#lib/dashboard/scoring/structure/read-lines';
import type { TextRange } from '#lib/dashboard/scoring/text-ranges';

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
    const header = isHeaderOrDelimiterRow(lines, index - 1) ? listHeaderCells(lines[index - 2]) : [];
    const continued = open && header.length === 0 && isNextNumber(open, number) ? open : undefined;
    const block = continued ?? { kind, level, items: [], header, start: line.start, end };
    if (!continued) {
      openBlocks.open(block);
      blocks.push(block);
    }
    const nameRanges = kind === 'row' ? readRowNameRanges(line) : readNameRanges(line);
    const cells = kind === 'row' ? listCells(line) : [];
    block.items.push({ number, nameRanges, line: { start: line.start, end }, cells });
    block.end = end;
  }
  return blocks;
}

function listHeaderCells(line: Line | undefined): TextRange[] {
  return line?.kind === 'row' ? listCells(line) : [];
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
function readRowNameRanges(line: Line): TextRange[] {
  const { start, text } = line;
  const cell = listCells(line).find((range) =>
    /\p{L}{2}/u.test(text.slice(range.start - start, range.end - start)),
  );
  return cell ? [cell] : [];
}

/** Returns the ranges of the cells of a row, without the symbols before their text; they are empty for empty cells. */
function listCells({ start, text }: Line): TextRange[] {
  const cells: TextRange[] = [];
  let from = start;
  for (const cell of text.split('|')) {
    const at = beforeName.exec(cell)?.[0].length ?? 0;
    cells.push({ start: from + at, end: from + cell.length });
    from += cell.length + 1;
  }
  return cells;
}
