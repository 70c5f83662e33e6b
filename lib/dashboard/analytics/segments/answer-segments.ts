import { isBefore, isNow, rollupInScope, scopeValues } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { SegmentCounts } from '#lib/dashboard/analytics/segments/read-segments';
import type { Context } from '#lib/db/context';

/** What was asked of a prompt × engine × country in both periods, whatever brand is looked at. */
export interface AnswerSegment {
  promptId: string;
  engine: string;
  country: string;
  now: AnswerCounts;
  before: AnswerCounts;
}

/** Answers, and citations of any address in them. */
export type AnswerCounts = Pick<SegmentCounts, 'answers' | 'citations'>;

const text = `
SELECT prompt_id, engine, country, ${isNow} AS current, ${isBefore} AS earlier,
  sum(answered)::int AS answers, sum(citations)::int AS citations
FROM daily_answers WHERE ${rollupInScope} GROUP BY prompt_id, engine, country, current, earlier`;

interface Row extends AnswerCounts {
  prompt_id: string;
  engine: string;
  country: string;
  current: boolean;
  earlier: boolean;
}

/** The cells alone, for what is told without any brand; `readCells` has the same and more. */
export async function readAnswerSegments(context: Context, filters: MetricFilters): Promise<AnswerSegment[]> {
  const { rows } = await context.db.$client.query<Row>({
    name: 'metrics-asked-cells',
    text,
    values: scopeValues(context.organizationId, filters),
  });
  const cells = new Map<string, AnswerSegment>();
  for (const { prompt_id: promptId, engine, country, current, earlier, answers, citations } of rows) {
    const key = segmentKey({ promptId, engine, country });
    const cell = cells.get(key) ?? {
      promptId,
      engine,
      country,
      now: zeroAnswerCounts(),
      before: zeroAnswerCounts(),
    };
    for (const counts of [...(current ? [cell.now] : []), ...(earlier ? [cell.before] : [])]) {
      counts.answers += answers;
      counts.citations += citations;
    }
    cells.set(key, cell);
  }
  return [...cells.values()];
}

/** What names a cell. */
export function segmentKey({ promptId, engine, country }: Omit<AnswerSegment, 'now' | 'before'>): string {
  return `${promptId} ${engine} ${country}`;
}

/** Everything asked in the period. */
export function sumAnswerCounts(cells: readonly AnswerSegment[]): AnswerCounts {
  const asked = zeroAnswerCounts();
  for (const { now } of cells) {
    asked.answers += now.answers;
    asked.citations += now.citations;
  }
  return asked;
}

function zeroAnswerCounts(): AnswerCounts {
  return { answers: 0, citations: 0 };
}
