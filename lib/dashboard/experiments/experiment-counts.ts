import type { Period } from '#lib/core/time';
import { type CountInput, getSegmentKey } from '#lib/dashboard/analytics/segments/read-answer-segments';
import { readCounts } from '#lib/dashboard/counts/read-counts';

/** Periods of equal length, before the day of a change and from that day on. */
export interface ExperimentWindows {
  /** The period before `before`. */
  preceding: Period;
  before: Period;
  after: Period;
}

/** The counts of a segment in one period: of all answers, and of the selected brand. */
interface WindowCounts {
  answers: number;
  withReportedCitations: number;
  fictionalAnswers: number;
  mentioned: number;
  cited: number;
}

interface WindowRow extends WindowCounts {
  promptId: string;
  engine: string;
  country: string;
}

/** The counts of an experiment by segment in each of its periods, and by prompt on each day before and after the change. */
export interface ExperimentCounts extends Record<keyof ExperimentWindows, WindowRow[]> {
  days: { promptId: string; day: string; answers: number; mentioned: number }[];
}

/** Reads the counts of a brand for several experiments in one round trip; null for those without periods. */
export async function readExperimentCounts(
  { context, filters, summedMonths }: CountInput,
  { windows, brandId }: { windows: readonly (ExperimentWindows | null)[]; brandId: string },
): Promise<(ExperimentCounts | null)[]> {
  const periods: Record<string, Period> = {};
  const spans: Record<string, Period> = {};
  for (const [index, experiment] of windows.entries()) {
    if (!experiment) continue;
    for (const name of windowNames) periods[`${name} ${index}`] = experiment[name];
    spans[index] = { from: experiment.before.from, to: experiment.after.to };
  }
  const bySegment = { by: ['promptId', 'engine', 'country'], filters, periods, summedMonths } as const;
  const byDay = { by: ['promptId', 'day'], filters, periods: spans } as const;
  const rows = await readCounts(context, {
    answers: {
      ...bySegment,
      of: 'answers',
      counts: ['answers', 'withReportedCitations', 'fictionalAnswers'],
    },
    brand: { ...bySegment, of: 'brands', counts: ['mentioned', 'cited'], where: { brandId } },
    answersByDay: { ...byDay, of: 'answers', counts: ['answers'] },
    brandByDay: { ...byDay, of: 'brands', counts: ['mentioned'], where: { brandId } },
  });
  const getKey = (row: Parameters<typeof getSegmentKey>[0] & { period: string }) =>
    `${row.period} ${getSegmentKey(row)}`;
  const brand = new Map(rows.brand.map((row) => [getKey(row), row]));
  const byPeriod = Map.groupBy(
    rows.answers.map((row) => ({ mentioned: 0, cited: 0, ...brand.get(getKey(row)), ...row })),
    ({ period }) => period,
  );
  const getDayKey = (row: { period: string; promptId: string; day: string }) =>
    `${row.period} ${row.promptId} ${row.day}`;
  const brandByDay = new Map(rows.brandByDay.map((row) => [getDayKey(row), row.mentioned]));
  const answered = rows.answersByDay.filter(({ answers }) => answers > 0);
  const daysByPeriod = Map.groupBy(
    answered.map((row) => ({ ...row, mentioned: brandByDay.get(getDayKey(row)) ?? 0 })),
    ({ period }) => period,
  );
  return windows.map((experiment, index) => {
    if (!experiment) return null;
    const getRows = (name: keyof ExperimentWindows) => byPeriod.get(`${name} ${index}`) ?? [];
    return {
      preceding: getRows('preceding'),
      before: getRows('before'),
      after: getRows('after'),
      days: daysByPeriod.get(String(index)) ?? [],
    };
  });
}

const windowNames = ['preceding', 'before', 'after'] as const;

/** A segment with its counts in two periods. */
export interface WindowSegment {
  promptId: string;
  engine: string;
  current: WindowCounts;
  previous: WindowCounts;
}

const noCounts: WindowCounts = {
  answers: 0,
  withReportedCitations: 0,
  fictionalAnswers: 0,
  mentioned: 0,
  cited: 0,
};

/** Joins the counts of two periods by segment. */
export function joinWindows(current: readonly WindowRow[], previous: readonly WindowRow[]): WindowSegment[] {
  const segments = new Map<string, WindowSegment>();
  const add = (rows: readonly WindowRow[], name: 'current' | 'previous') => {
    for (const row of rows) {
      const { promptId, engine } = row;
      const key = getSegmentKey(row);
      const segment = segments.get(key) ?? { promptId, engine, current: noCounts, previous: noCounts };
      segments.set(key, { ...segment, [name]: row });
    }
  };
  add(current, 'current');
  add(previous, 'previous');
  return [...segments.values()];
}
