/** The metrics whose value, change and interval can be inserted in a text. */
export const figureMetrics = [
  'visibility',
  'share_of_voice',
  'position',
  'first_place',
  'citation_rate',
  'citation_share',
  'sentiment',
] as const;
export type FigureMetric = (typeof figureMetrics)[number];

const details = [
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

/** All names that can be inserted in a text as `{{name}}`. */
export const figureNames: readonly string[] = [
  ...figureMetrics.flatMap((metric) => [metric, `${metric}.change`, `${metric}.interval`]),
  ...details,
];

/** Matches an inserted figure; the first group is its name. */
export const figurePattern = /\{\{\s*([\w.]+)\s*\}\}/g;

/** Returns the first name in a text that is not a figure; undefined if all are. */
export function findUnknownFigure(markdown: string): string | undefined {
  return [...markdown.matchAll(figurePattern)]
    .map(([, name = '']) => name)
    .find((name) => !figureNames.includes(name));
}
