import type { Period } from '#lib/core/time';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getSegmentKey } from '#lib/dashboard/analytics/segments/read-answer-segments';
import { readCounts } from '#lib/dashboard/counts/read-counts';
import {
  type ExperimentPeriod,
  type ExperimentSegment,
  experimentPeriods,
} from '#lib/dashboard/experiments/prompt-rates';
import type { Context } from '#lib/db/context';

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
 * @param filters their days do not matter
 */
export async function readExperimentCounts(
  context: Context,
  filters: MetricFilters,
  { brandId, windows }: { brandId: string; windows: readonly Partial<Record<ExperimentPeriod, Period>>[] },
): Promise<PeriodCounts[]> {
  const named = windows.flatMap((own, index) =>
    experimentPeriods.flatMap((period) => {
      const days = own[period];
      return days ? [{ name: `${index} ${period}`, index, period, days }] : [];
    }),
  );
  const periods = Object.fromEntries(named.map(({ name, days }) => [name, days]));
  const source = { by: ['promptId', 'engine', 'country'], filters, periods } as const;
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
    const window = byName.get(row.period);
    if (!window || row.answers === 0) return [];
    const { mentioned, cited } = brand.get(getKey(row)) ?? { mentioned: 0, cited: 0 };
    return [{ ...row, ...window, mentioned, cited }];
  });
}

interface SegmentOptions {
  treatmentIds: ReadonlySet<string>;
  /** The topics of prompts by ID; '' for none. */
  topics: ReadonlyMap<string, string>;
  rate: 'visibility' | 'citationRate';
}

/** Converts the counts of one experiment to segments with the counts of one rate. */
export function toExperimentSegments(
  rows: readonly PeriodCounts[],
  { treatmentIds, topics, rate }: SegmentOptions,
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
    const topic = topics.get(promptId) || null;
    return [{ promptId, isTreatment: treatmentIds.has(promptId), topic, counts }];
  });
}
