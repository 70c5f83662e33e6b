import type { Change } from '#lib/core/metric';
import type { PromptBreakdownRow, UninformativeReason } from '#lib/dashboard/analytics/overview/breakdown';

/** A prompt with its metrics, which are null without answers in the period. */
export interface PromptRow {
  id: string;
  text: string;
  topic: string;
  tags: readonly string[];
  /** BCP 47; null if it is unknown. */
  language: string | null;
  /** Whether a member has set the language; otherwise it is detected. */
  isLanguageSet: boolean;
  isBranded: boolean;
  metrics: Pick<
    PromptBreakdownRow,
    'answers' | 'visibility' | 'position' | 'trackedPosition' | 'citationRate' | 'uninformativeReason'
  > | null;
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

/** Describes why the answers to a prompt cannot show a difference between brands. */
export function describeUninformative(reason: UninformativeReason): string {
  return reason.kind === 'no brand'
    ? 'None of its answers mentions a tracked brand, so it cannot show a difference between brands.'
    : `All of its answers mention ${reason.brand} and no other tracked brand, so it cannot show a difference between brands.`;
}

/** Proposes a wording whose answers compare brands. Prompts that are not in English are returned unchanged. */
export function proposeWording({ text, language }: PromptRow, reason: UninformativeReason): string {
  if (language === null || !/^en\b/i.test(language)) return text;
  const sentence = /[.?!]$/.test(text) ? text : `${text}.`;
  const addition =
    reason.kind === 'no brand'
      ? 'Which brands do you recommend for this, and why?'
      : 'Compare it with at least three other brands.';
  return `${sentence} ${addition}`;
}

/**
 * Returns the prompts that contain all words of `search`, sorted. When sorted by a metric, prompts without a value come
 * last in both directions.
 * @param options.onlyUninformative leaves out prompts whose answers can show a difference between brands
 */
export function filterAndSortPrompts(
  rows: readonly PromptRow[],
  {
    search,
    order,
    descending,
    onlyUninformative = false,
  }: { search: string; order: PromptSortKey; descending: boolean; onlyUninformative?: boolean },
): PromptRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = rows.filter(({ text, metrics }) => {
    const lower = text.toLowerCase();
    const isShown = !onlyUninformative || (metrics?.uninformativeReason ?? null) !== null;
    return isShown && words.every((word) => lower.includes(word));
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

/** Returns the difference unless it cannot be judged. */
function getMeasuredDifference(change: Change | null): number | null {
  return change?.reason === null ? change.difference : null;
}
