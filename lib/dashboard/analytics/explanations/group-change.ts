import { z } from 'zod';
import { readPromptTexts } from '#lib/dashboard/prompts/prompt-texts';
import type { DifferenceExplanation } from '#lib/dashboard/statistics/changes/explain-difference';
import type { Panel, PanelSegment } from '#lib/dashboard/statistics/panel/panel';
import type { Context } from '#lib/db/context';

const groupRowSchema = z.object({
  key: z
    .string()
    .nullable()
    .describe('The ID of the prompt, the topic, engine or country; null for all others.'),
  label: z.string().describe('The text of the prompt; for others the key.'),
  difference: z.number(),
  interval: z
    .object({ low: z.number(), high: z.number() })
    .nullable()
    .describe('95% interval; null for all others.'),
});

/** The part of a change that each prompt, topic, engine or country contributes. */
export const explanationGroupSchema = z.object({
  by: z.enum(['prompt', 'topic', 'engine', 'country']),
  rows: z.array(groupRowSchema).describe('The largest contributions first; they add up to the change.'),
});
export type ExplanationGroup = z.output<typeof explanationGroupSchema>;

/** Number of contributions that are listed by themselves. */
const maxRows = 5;

const readers = {
  prompt: ({ prompt }: PanelSegment) => prompt,
  topic: ({ topic }: PanelSegment) => topic ?? '',
  engine: ({ engine }: PanelSegment) => engine,
  country: ({ country }: PanelSegment) => country,
};

/** Splits a change by prompt, topic, engine and country, each only if there are several. */
export async function groupChange(
  context: Context,
  projectId: string,
  explain: (getKey: (segment: number) => string) => DifferenceExplanation | null,
  { panel, segments }: { panel: Panel; segments: readonly number[] },
): Promise<ExplanationGroup[]> {
  const groups = Object.entries(readers).flatMap(([name, read]) => {
    const getKey = (segment: number) => {
      const own = panel.segments[segment];
      return own ? read(own) : '';
    };
    if (new Set(segments.map(getKey)).size < 2) return [];
    const parts = explain(getKey)?.parts ?? [];
    return [{ by: name as ExplanationGroup['by'], ...listLargest(parts) }];
  });
  const promptIds = groups.flatMap(({ by, rows }) => (by === 'prompt' ? rows.map(({ key }) => key) : []));
  const texts = await readPromptTexts(context, projectId, promptIds);
  return groups.map(({ by, rows, others }) => ({
    by,
    rows: [
      ...rows.map((row) => ({ ...row, label: by === 'prompt' ? (texts.get(row.key) ?? '') : row.key })),
      ...(others === null ? [] : [{ key: null, label: '', difference: others, interval: null }]),
    ],
  }));
}

function listLargest(parts: DifferenceExplanation['parts']) {
  const sorted = parts.toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
  const rest = sorted.slice(maxRows);
  return {
    rows: sorted.slice(0, maxRows),
    others: rest.length === 0 ? null : rest.reduce((sum, { difference }) => sum + difference, 0),
  };
}
