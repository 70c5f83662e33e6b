import type { TextRange } from '#lib/dashboard/scoring/text-ranges';

export type Kind = 'number' | 'bullet' | 'heading' | 'numbered heading' | 'row' | 'bold';

/** A list item, table row, heading or bold line. */
export interface Item {
  number: number | null;
  /** Ranges in which a name must begin to be the subject of the item: after its marker and after its label ("Best value:"). */
  nameRanges: readonly TextRange[];
  /** The text of the item after its marker, in its line. */
  line: TextRange;
  /** The cells of a table row; empty for other items. */
  cells: readonly TextRange[];
}

/** Items of one kind at one level, possibly with other lines between them. */
export interface Block {
  kind: Kind;
  /** The level of the lines of its items (see `Line`). */
  level: number;
  items: Item[];
  /** The cells of the header row of a table; empty for other blocks. */
  header: readonly TextRange[];
  /** Offsets of the text of its first item, after the marker, and of the end of its last line. */
  start: number;
  end: number;
}

/**
 * The blocks that the next line may continue: at most one of each kind and level. The work per line is proportional to the
 * length of the line, because lines that are inside many lists are indented as much.
 */
export class OpenBlocks {
  /** The blocks of each kind by ascending level. */
  private readonly blocks: Record<Kind, Block[]> = {
    number: [],
    bullet: [],
    heading: [],
    'numbered heading': [],
    row: [],
    bold: [],
  };

  /** Closes the blocks that end before a line. */
  close({ kind, level }: { kind: Kind | 'text'; level: number }): void {
    const { bullet, row, heading, bold, 'numbered heading': numberedHeading } = this.blocks;
    // A line of another kind whose level is not higher ends bulleted lists and tables. A numbered list continues with its
    // next number.
    if (kind !== 'bullet') closeFrom(bullet, level);
    if (kind !== 'row') closeFrom(row, level);
    if (kind === 'heading' || kind === 'numbered heading') {
      closeFrom(heading, level + 1);
      closeFrom(numberedHeading, level + 1);
      closeFrom(bold, 0);
    }
  }

  /** Moves the end of the blocks that a line of a level is part of. */
  extend(level: number, end: number): void {
    const { heading, bold, 'numbered heading': numberedHeading } = this.blocks;
    for (const block of [...heading, ...numberedHeading, ...bold]) block.end = end;
    for (const blocks of [this.blocks.number, this.blocks.bullet, this.blocks.row]) {
      for (const block of blocks) {
        if (block.level >= level) break;
        block.end = end;
      }
    }
  }

  find(kind: Kind, level: number): Block | undefined {
    const found = this.blocks[kind][findLevel(this.blocks[kind], level)];
    return found?.level === level ? found : undefined;
  }

  /** Opens a block instead of the one of the same kind and level. */
  open(block: Block): void {
    const blocks = this.blocks[block.kind];
    const index = findLevel(blocks, block.level);
    blocks.splice(index, blocks[index]?.level === block.level ? 1 : 0, block);
  }
}

/** Removes the blocks whose level is at least `level`. */
function closeFrom(blocks: Block[], level: number): void {
  blocks.length = findLevel(blocks, level);
}

/** Returns the index of the first block whose level is at least `level`. */
function findLevel(blocks: readonly Block[], level: number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.level ?? 0) < level) low = middle + 1;
    else high = middle;
  }
  return low;
}
