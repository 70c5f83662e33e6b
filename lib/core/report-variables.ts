/** The metrics whose value, change and interval can be inserted into a text. */
export const variableMetrics = [
  'visibility',
  'share_of_voice',
  'position',
  'first_place',
  'citation_rate',
  'citation_share',
  'sentiment',
] as const;
export type VariableMetric = (typeof variableMetrics)[number];

const otherNames = [
  'brand',
  'period',
  'comparison',
  'answers',
  'prompts',
  'runs',
  'as_of',
  'top_competitor',
  'top_source',
];

/** All names that can be inserted into a text as `{{name}}`. */
export const variableNames: readonly string[] = [
  ...variableMetrics.flatMap((metric) => [metric, `${metric}.change`, `${metric}.interval`]),
  ...otherNames,
];

/** Matches an inserted variable; the first group is its name. */
export const variablePattern = /\{\{\s*([\w.]+)\s*\}\}/g;

/** Returns the first name in a text that is not a variable; undefined if all are. */
export function findUnknownVariable(markdown: string): string | undefined {
  return [...markdown.matchAll(variablePattern)]
    .map(([, name = '']) => name)
    .find((name) => !variableNames.includes(name));
}
