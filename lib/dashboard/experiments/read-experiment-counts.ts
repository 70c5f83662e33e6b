import type { Period } from '#lib/core/time';
import type { CountInput } from '#lib/dashboard/analytics/segments/read-answer-segments';
import { readCounts } from '#lib/dashboard/counts/read-counts';
import { getSegmentKey } from '#lib/dashboard/counts/segment-key';
import {
  type ExperimentPeriod,
  type ExperimentSegment,
  experimentPeriods,
} from '#lib/dashboard/experiments/prompt-rates';

/** The counts of a brand in one prompt × engine × country in one period. */
export interface PeriodCounts {
  /** The index of the windows. */
  index: number;
  period: ExperimentPeriod;
  promptId: string;
  engine: string;
  country: string;
  answers: number;
  fictionalAnswers: number;
  withReportedCitations: number;
  mentioned: number;
  cited: number;
}

/**
 * Reads the counts of a brand by segment in the windows of any number of experiments, in one round trip.
 * @param input the days of its filters do not matter
 */
export async function readExperimentCounts(
  { context, filters, summedMonths }: CountInput,
  { brandId, windows }: { brandId: string; windows: readonly Partial<Record<ExperimentPeriod, Period>>[] },
): Promise<PeriodCounts[]> {
  const named = windows.flatMap((own, index) =>
    experimentPeriods.map((period) => ({ name: `${period} ${index}`, index, period, days: own[period] })),
  );
  const periods = Object.fromEntries(named.map(({ name, days }) => [name, days ?? null]));
  const source = { by: ['promptId', 'engine', 'country'], filters, periods, summedMonths } as const;
  const rows = await readCounts(context, {
    answers: {
      ...source,
      of: 'answers',
      counts: ['answers', 'withReportedCitations', 'fictionalAnswers'],
    },
    brand: { ...source, of: 'brands', counts: ['mentioned', 'cited'], where: { brandId } },
  });
  const getKey = (row: Parameters<typeof getSegmentKey>[0] & { period: string }) =>
    `${row.period} ${getSegmentKey(row)}`;
  const brand = new Map(rows.brand.map((row) => [getKey(row), row]));
  const byName = new Map(named.map(({ name, index, period }) => [name, { index, period }]));
  return rows.answers.flatMap((row) => {
    const own = byName.get(row.period);
    if (!own || row.answers === 0) return [];
    return [{ mentioned: 0, cited: 0, ...brand.get(getKey(row)), ...row, ...own }];
  });
}

interface SegmentOptions {
  treatmentIds: ReadonlySet<string>;
  /** The topics of prompts by ID; '' for none. */
  labels: ReadonlyMap<string, { topic: string }>;
  rate: 'visibility' | 'citationRate';
}

/** Converts the counts of one experiment to segments with the counts of one rate. */
export function toExperimentSegments(
  rows: readonly PeriodCounts[],
  { treatmentIds, labels, rate }: SegmentOptions,
): ExperimentSegment[] {
  const noCounts = { numerator: 0, denominator: 0 };
  const bySegment = Map.groupBy(rows, ({ promptId, engine, country }) => `${promptId} ${engine} ${country}`);
  return [...bySegment.values()].flatMap((own) => {
    const promptId = own[0]?.promptId;
    if (promptId === undefined) return [];
    const counts = { earliest: noCounts, preceding: noCounts, before: noCounts, after: noCounts };
    for (const { period, mentioned, answers, cited, withReportedCitations } of own) {
      counts[period] =
        rate === 'visibility'
          ? { numerator: mentioned, denominator: answers }
          : { numerator: cited, denominator: withReportedCitations };
    }
    const topic = labels.get(promptId)?.topic || null;
    return [{ promptId, isTreatment: treatmentIds.has(promptId), topic, counts }];
  });
}
