import type { Change, MeanMetric, Metric } from '#lib/core/metric';

/** A prompt with its figures; null where it was not asked in the period. */
export interface PromptRow {
  id: string;
  text: string;
  topic: string;
  tags: readonly string[];
  /** BCP 47. */
  language: string;
  branded: boolean;
  figures: {
    answers: number;
    visibility: Metric;
    position: MeanMetric;
    citationRate: Metric;
  } | null;
}

/** What prompts can be put in order by. */
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

/** Those whose words hold every word searched for, in an order; what is not measured stands last either way. */
export function filterAndSortPrompts(
  rows: readonly PromptRow[],
  { words, order, descending }: { words: string; order: PromptSortKey; descending: boolean },
): PromptRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter(({ text }) => {
    const lower = text.toLowerCase();
    return wanted.every((word) => lower.includes(word));
  });
  const sign = descending ? -1 : 1;
  if (order === 'topic' || order === 'prompt') {
    return found.toSorted((a, b) => {
      const byTopic = order === 'topic' ? a.topic.localeCompare(b.topic) : 0;
      return sign * (byTopic || a.text.localeCompare(b.text));
    });
  }
  return found.toSorted((a, b) => {
    const [left, right] = [figureOf(a, order), figureOf(b, order)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right) || a.text.localeCompare(b.text);
  });
}

function figureOf({ figures }: PromptRow, order: Exclude<PromptSortKey, 'topic' | 'prompt'>): number | null {
  if (!figures) return null;
  switch (order) {
    case 'visibility':
      return figures.visibility.value;
    case 'change':
      return judged(figures.visibility.change);
    case 'position':
      return figures.position.mean;
    case 'citation':
      return figures.citationRate.value;
    case 'answers':
      return figures.answers;
  }
}

/** A change that was measured well enough to be put in order. */
function judged(change: Change | null): number | null {
  return change && change.verdict !== 'not enough data' ? change.difference : null;
}
