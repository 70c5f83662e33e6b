/** A prompt with the searches it leads to. */
export interface TreeInput {
  promptId: string;
  prompt: string;
  queries: readonly { query: string; asked: number }[];
  /** Searches in all, of which some may not be among `queries`. */
  total: number;
}

/** Where everything of the tree stands, in pixels from its top. */
export interface FanOutTree {
  height: number;
  prompts: { promptId: string; prompt: string; middle: number }[];
  leaves: {
    key: string;
    promptId: string;
    query: string;
    asked: number;
    middle: number;
  }[];
  /** What was left out under a prompt, said in a line of its own. */
  rests: { promptId: string; left: number; middle: number }[];
  /** Curves from a prompt to its searches, wider where they were made more often. */
  branches: { key: string; path: string; width: number }[];
}

interface Size {
  /** Height of a line. */
  row: number;
  /** Space between prompts. */
  gap: number;
  /** Width that the curves bridge. */
  reach: number;
}

const widest = 8;
const thinnest = 1;

/** Lays prompts out beside their searches: each prompt at the middle of its own. */
export function fanOutTree(
  inputs: readonly TreeInput[],
  { row, gap, reach }: Size = { row: 32, gap: 16, reach: 96 },
): FanOutTree {
  const tree: FanOutTree = { height: 0, prompts: [], leaves: [], rests: [], branches: [] };
  const most = Math.max(1, ...inputs.flatMap(({ queries }) => queries.map(({ asked }) => asked)));
  let top = 0;
  for (const { promptId, prompt, queries, total } of inputs) {
    const left = Math.max(0, total - queries.length);
    const rows = Math.max(1, queries.length + (left > 0 ? 1 : 0));
    const middle = top + (rows * row) / 2;
    tree.prompts.push({ promptId, prompt, middle });
    for (const [index, { query, asked }] of queries.entries()) {
      const at = top + (index + 0.5) * row;
      const key = `${promptId}:${query}`;
      tree.leaves.push({ key, promptId, query, asked, middle: at });
      tree.branches.push({
        key,
        path: `M0 ${middle}C${reach / 2} ${middle} ${reach / 2} ${at} ${reach} ${at}`,
        width: thinnest + ((widest - thinnest) * asked) / most,
      });
    }
    if (left > 0) tree.rests.push({ promptId, left, middle: top + (rows - 0.5) * row });
    top += rows * row + gap;
  }
  tree.height = Math.max(0, top - gap);
  return tree;
}
