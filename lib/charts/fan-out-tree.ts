import type { FanOutPrompt } from '#lib/dashboard/analytics/fan-out/fan-out';

type TreePrompt = Pick<FanOutPrompt, 'promptId' | 'prompt' | 'queryCount'> & {
  queries: readonly Pick<FanOutPrompt['queries'][number], 'query' | 'answers'>[];
};

/** The layout of the tree, in pixels from its top. */
export interface FanOutTree {
  height: number;
  prompts: { promptId: string; prompt: string; middle: number }[];
  leaves: {
    key: string;
    promptId: string;
    query: string;
    answers: number;
    middle: number;
  }[];
  /** How many queries of a prompt are not shown. */
  hidden: { promptId: string; count: number; middle: number }[];
  /** Curves from a prompt to its queries, wider for more answers. */
  branches: { key: string; path: string; width: number }[];
}

interface Size {
  /** Height of a row. */
  row: number;
  /** Space between prompts. */
  gap: number;
  /** Width of the curves. */
  reach: number;
}

const maxWidth = 8;
const minWidth = 1;

/** Lays out prompts beside their search queries, each prompt in the middle of its own. */
export function layoutFanOutTree(
  prompts: readonly TreePrompt[],
  { row, gap, reach }: Size = { row: 32, gap: 16, reach: 96 },
): FanOutTree {
  const tree: FanOutTree = { height: 0, prompts: [], leaves: [], hidden: [], branches: [] };
  const maxAnswers = Math.max(1, ...prompts.flatMap(({ queries }) => queries.map(({ answers }) => answers)));
  let top = 0;
  for (const { promptId, prompt, queries, queryCount } of prompts) {
    const hiddenCount = Math.max(0, queryCount - queries.length);
    const rows = Math.max(1, queries.length + (hiddenCount > 0 ? 1 : 0));
    const middle = top + (rows * row) / 2;
    tree.prompts.push({ promptId, prompt, middle });
    for (const [index, { query, answers }] of queries.entries()) {
      const at = top + (index + 0.5) * row;
      const key = `${promptId}:${query}`;
      tree.leaves.push({ key, promptId, query, answers, middle: at });
      tree.branches.push({
        key,
        path: `M0 ${middle}C${reach / 2} ${middle} ${reach / 2} ${at} ${reach} ${at}`,
        width: minWidth + ((maxWidth - minWidth) * answers) / maxAnswers,
      });
    }
    if (hiddenCount > 0) tree.hidden.push({ promptId, count: hiddenCount, middle: top + (rows - 0.5) * row });
    top += rows * row + gap;
  }
  tree.height = Math.max(0, top - gap);
  return tree;
}
