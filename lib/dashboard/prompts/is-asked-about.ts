import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import type { Prompt } from '#lib/dashboard/prompts/prompt';

/** Whether the filters speak of a prompt. */
export function isAskedAbout({ topics, tags, promptIds, branded }: MetricFilters) {
  return (prompt: Prompt): boolean =>
    (topics.length === 0 || topics.includes(prompt.topic)) &&
    (tags.length === 0 || prompt.tags.some((tag) => tags.includes(tag))) &&
    (promptIds.length === 0 || promptIds.includes(prompt.id)) &&
    (branded !== 'only' || prompt.branded);
}
