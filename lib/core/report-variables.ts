/** The metrics whose value, change and interval can be inserted into the text of a report. */
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

/** The names of all variables, which are inserted into the text of a report as `{{name}}`. */
export const variableNames: readonly string[] = [
  ...variableMetrics.flatMap((metric) => [metric, `${metric}.change`, `${metric}.interval`]),
  ...otherNames,
];

/** Matches an inserted variable; the first group is its name. */
export const variablePattern = /\{\{\s*([\w.]+)\s*\}\}/g;

/** Returns the name of the first unknown variable in a text; undefined if all its variables are known. */
export function findUnknownVariable(markdown: string): string | undefined {
  return [...markdown.matchAll(variablePattern)]
    .map(([, name = '']) => name)
    .find((name) => !variableNames.includes(name));
}
