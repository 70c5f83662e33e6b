import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import type { CellCounts } from '#lib/dashboard/analytics/read-cells';
import { isBefore, isNow, rollupInScope, scopeValues } from '#lib/dashboard/analytics/scope';
import type { Context } from '#lib/db/context';

/** What was asked of a prompt × engine × country in both periods, whatever brand is looked at. */
export interface AskedCell {
  promptId: string;
  engine: string;
  country: string;
  now: Asked;
  before: Asked;
}

/** Answers, and citations of any address in them. */
export type Asked = Pick<CellCounts, 'answers' | 'citations'>;

const text = `
SELECT prompt_id, engine, country, ${isNow} AS current, ${isBefore} AS earlier,
  sum(answered)::int AS answers, sum(citations)::int AS citations
FROM daily_answers WHERE ${rollupInScope} GROUP BY prompt_id, engine, country, current, earlier`;

interface Row extends Asked {
  prompt_id: string;
  engine: string;
  country: string;
  current: boolean;
  earlier: boolean;
}

/** The cells alone, for what is told without any brand; `readCells` has the same and more. */
export async function readAskedCells(context: Context, filters: MetricFilters): Promise<AskedCell[]> {
  const { rows } = await context.db.$client.query<Row>({
    name: 'metrics-asked-cells',
    text,
    values: scopeValues(context.organizationId, filters),
  });
  const cells = new Map<string, AskedCell>();
  for (const { prompt_id: promptId, engine, country, current, earlier, answers, citations } of rows) {
    const key = keyOf({ promptId, engine, country });
    const cell = cells.get(key) ?? { promptId, engine, country, now: nothing(), before: nothing() };
    for (const counts of [...(current ? [cell.now] : []), ...(earlier ? [cell.before] : [])]) {
      counts.answers += answers;
      counts.citations += citations;
    }
    cells.set(key, cell);
  }
  return [...cells.values()];
}

/** What names a cell. */
export function keyOf({ promptId, engine, country }: Omit<AskedCell, 'now' | 'before'>): string {
  return `${promptId} ${engine} ${country}`;
}

/** Everything asked in the period. */
export function askedNow(cells: readonly AskedCell[]): Asked {
  const asked = nothing();
  for (const { now } of cells) {
    asked.answers += now.answers;
    asked.citations += now.citations;
  }
  return asked;
}

function nothing(): Asked {
  return { answers: 0, citations: 0 };
}
