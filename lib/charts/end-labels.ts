/** A label that wants to stand at a height, in pixels from the top. */
export interface LabelWish {
  id: string;
  y: number;
}

/**
 * Heights for labels at the ends of lines: each as near to its wish as possible, none nearer to another than
 * `gap`, all between `top` and `bottom`, in the order of the wishes. Where they cannot all fit, they are spread
 * evenly over the height. Pixels, by id.
 */
export function placeLabels(
  wishes: readonly LabelWish[],
  { top, bottom, gap }: { top: number; bottom: number; gap: number },
): Map<string, number> {
  const order = [...wishes].sort((a, b) => a.y - b.y || a.id.localeCompare(b.id));
  const room = bottom - top;
  const spacing = order.length > 1 ? Math.min(gap, room / (order.length - 1)) : 0;
  const blocks: Block[] = [];
  for (const { id, y } of order) {
    let block: Block = { ids: [id], sum: y };
    let before = blocks.at(-1);
    // Labels that would overlap move as one block around the mean of their wishes.
    while (before && startOf(before) + before.ids.length * spacing > startOf(block)) {
      blocks.pop();
      block = {
        ids: [...before.ids, ...block.ids],
        sum: before.sum + block.sum - block.ids.length * before.ids.length * spacing,
      };
      before = blocks.at(-1);
    }
    blocks.push(block);
  }
  const heights = new Map<string, number>();
  for (const block of blocks) {
    for (const [index, id] of block.ids.entries()) heights.set(id, startOf(block) + index * spacing);
  }
  return keepInside(heights, { top, bottom, spacing });
}

/** Labels that touch; `sum` is of what each wishes for the place of the first. */
interface Block {
  ids: string[];
  sum: number;
}

function startOf(block: Block): number {
  return block.sum / block.ids.length;
}

function keepInside(
  heights: Map<string, number>,
  { top, bottom, spacing }: { top: number; bottom: number; spacing: number },
): Map<string, number> {
  const entries = [...heights];
  let floor = top;
  const down = entries.map(([id, y]): [string, number] => {
    const placed = Math.max(y, floor);
    floor = placed + spacing;
    return [id, placed];
  });
  let ceiling = bottom;
  for (const entry of down.reverse()) {
    entry[1] = Math.min(entry[1], ceiling);
    ceiling = entry[1] - spacing;
  }
  return new Map(down.reverse());
}
