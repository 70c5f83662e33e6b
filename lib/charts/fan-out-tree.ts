import type { FanOutPrompt } from '#lib/dashboard/analytics/fan-out/fan-out';

/** The layout of the tree. Positions are in pixels from its top. */
export interface FanOutTree {
  height: number;
  prompts: { promptId: string; prompt: string; middle: number }[];
  leaves: (FanOutPrompt['queries'][number] & { key: string; promptId: string; middle: number })[];
  /** Number of queries that are not shown, for each prompt that has any. */
  hidden: { promptId: string; count: number; middle: number }[];
  /** Curves from a prompt to its queries, wider for more answers. */
  branches: { key: string; path: string; width: number }[];
}

interface TreeSize {
  rowHeight: number;
  /** Space between prompts. */
  gap: number;
  /** Horizontal space for the curves. */
  branchWidth: number;
}

const maxLineWidth = 8;
const minLineWidth = 1;

/** Lays out prompts beside their search queries, each prompt centered on its queries. */
export function layoutFanOutTree(
  prompts: readonly FanOutPrompt[],
  { rowHeight, gap, branchWidth }: TreeSize,
): FanOutTree {
  const tree: FanOutTree = { height: 0, prompts: [], leaves: [], hidden: [], branches: [] };
  const maxAnswers = Math.max(1, ...prompts.flatMap(({ queries }) => queries.map(({ answers }) => answers)));
  const bend = branchWidth / 2;
  let top = 0;
  for (const { promptId, prompt, queries, queryCount } of prompts) {
    const hiddenCount = Math.max(0, queryCount - queries.length);
    const rowCount = Math.max(1, queries.length + (hiddenCount > 0 ? 1 : 0));
    const start = top + (rowCount * rowHeight) / 2;
    tree.prompts.push({ promptId, prompt, middle: start });
    for (const [index, query] of queries.entries()) {
      const end = top + (index + 0.5) * rowHeight;
      const key = `${promptId}:${query.query}`;
      tree.leaves.push({ ...query, key, promptId, middle: end });
      tree.branches.push({
        key,
        path: `M0 ${start}C${bend} ${start} ${bend} ${end} ${branchWidth} ${end}`,
        width: minLineWidth + ((maxLineWidth - minLineWidth) * query.answers) / maxAnswers,
      });
    }
    if (hiddenCount > 0) {
      tree.hidden.push({ promptId, count: hiddenCount, middle: top + (rowCount - 0.5) * rowHeight });
    }
    top += rowCount * rowHeight + gap;
  }
  tree.height = Math.max(0, top - gap);
  return tree;
}
