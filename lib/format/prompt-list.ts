import type { Change } from '#lib/core/metric';
import type { BreakdownRow } from '#lib/dashboard/analytics/overview/breakdown';

/** A prompt with its metrics; null without runs in the period. */
export interface PromptRow {
  id: string;
  text: string;
  topic: string;
  tags: readonly string[];
  /** BCP 47. */
  language: string;
  branded: boolean;
  metrics: Pick<BreakdownRow, 'answers' | 'visibility' | 'position' | 'citationRate'> | null;
}

/** The columns that prompts can be sorted by. */
export const promptSortKeys = [
  'topic',
  'prompt',
  'visibility',
  'change',
  'position',
  'citation',
  'answers',
] as const;
export type PromptSortKey = (typeof promptSortKeys)[number];

/** Returns the prompts that contain all words, sorted. Prompts without metrics come last in both orders. */
export function filterAndSortPrompts(
  rows: readonly PromptRow[],
  { words, order, descending }: { words: string; order: PromptSortKey; descending: boolean },
): PromptRow[] {
  const searched = words.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = rows.filter(({ text }) => {
    const lower = text.toLowerCase();
    return searched.every((word) => lower.includes(word));
  });
  const sign = descending ? -1 : 1;
  if (order === 'topic' || order === 'prompt') {
    return matching.toSorted((a, b) => {
      const byTopic = order === 'topic' ? a.topic.localeCompare(b.topic) : 0;
      return sign * (byTopic || a.text.localeCompare(b.text));
    });
  }
  return matching.toSorted((a, b) => {
    const [left, right] = [getSortValue(a, order), getSortValue(b, order)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right) || a.text.localeCompare(b.text);
  });
}

function getSortValue(
  { metrics }: PromptRow,
  order: Exclude<PromptSortKey, 'topic' | 'prompt'>,
): number | null {
  if (!metrics) return null;
  switch (order) {
    case 'visibility':
      return metrics.visibility.value;
    case 'change':
      return getMeasuredDifference(metrics.visibility.change);
    case 'position':
      return metrics.position.mean;
    case 'citation':
      return metrics.citationRate.value;
    case 'answers':
      return metrics.answers;
  }
}

/** Returns the difference unless there was too little data to measure it. */
function getMeasuredDifference(change: Change | null): number | null {
  return change && change.verdict !== 'not enough data' ? change.difference : null;
}
