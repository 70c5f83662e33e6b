import { type RollupKey, sortById } from '#lib/dashboard/ingest/rollup-rows';
import type { Database } from '#lib/db/database';
import { statement } from '#lib/db/statement';

const changedMonths = [
  { organizationId: 'uuid', projectId: 'uuid', scoringVersion: 'int4', month: 'date', day: 'date' },
] as const;

const invalidateSums = statement({
  name: 'invalidate-monthly-sums',
  parameters: { dueAt: 'timestamptz', changed: changedMonths },
  text: `
    UPDATE rollup_months AS stored SET summed_to = NULL, due_at = :dueAt FROM :changed
    WHERE stored.organization_id = changed.organization_id AND stored.project_id = changed.project_id
      AND stored.scoring_version = changed.scoring_version AND stored.month = changed.month AND summed_to >= changed.day`,
});

const addMonths = statement({
  name: 'add-rollup-months',
  parameters: { dueAt: 'timestamptz', changed: changedMonths },
  text: `
    INSERT INTO rollup_months (organization_id, project_id, scoring_version, month, due_at)
    SELECT organization_id, project_id, scoring_version, month, :dueAt FROM :changed ON CONFLICT DO NOTHING`,
});

/** A month with changed days. */
interface ChangedMonth {
  organizationId: string;
  projectId: string;
  scoringVersion: number;
  /** The first day of the month. */
  month: string;
  /** The first changed day. */
  day: string;
}

/** Months are summed again this long after a change: more answers of the same days usually arrive within it. */
const sumDelayMs = 3_600_000;

/** Invalidates the monthly sums that include changed days, and queues new months to be summed (see `sumMonths`). */
export async function markMonths(tx: Database, rows: readonly RollupKey[], now: Date): Promise<void> {
  const months = new Map<string, ChangedMonth>();
  for (const row of rows) {
    const {
      organization_id: organizationId,
      project_id: projectId,
      scoring_version: scoringVersion,
      day,
    } = row;
    const month = `${day.slice(0, 7)}-01`;
    const id = `${organizationId}|${projectId}|${scoringVersion}|${month}`;
    const first = months.get(id);
    if (first && first.day <= day) continue;
    months.set(id, { organizationId, projectId, scoringVersion, month, day });
  }
  if (months.size === 0) return;
  const values = { changed: sortById(months), dueAt: new Date(now.getTime() + sumDelayMs) };
  await invalidateSums(tx, values);
  await addMonths(tx, values);
}
