import type { Database } from '#lib/db/client';

/** A run that has just ended. */
export interface EndedRun {
  organizationId: string;
  runId: string;
  kind: string;
}

/**
 * Ends those of the runs that have no open cell left. To be called after the transaction that ended the cells: of
 * two that end the last ones at once, the later then sees both. @returns the runs that ended by this call
 */
export async function endRuns(
  db: Database,
  runs: readonly { organizationId: string; runId: string }[],
  now: Date,
): Promise<EndedRun[]> {
  if (runs.length === 0) return [];
  const { rows } = await db.$client.query<EndedRun>({
    name: 'end-runs',
    text: `
      UPDATE runs SET status = 'ended', ended_at = $3
      FROM unnest($1::uuid[], $2::uuid[]) AS given (organization_id, id)
      WHERE runs.organization_id = given.organization_id AND runs.id = given.id AND runs.status <> 'ended'
        AND NOT EXISTS (
          SELECT 1 FROM cells WHERE cells.organization_id = runs.organization_id AND cells.run_id = runs.id
            AND cells.status IN ('pending', 'sent')
        )
      RETURNING runs.organization_id AS "organizationId", runs.id AS "runId", runs.kind`,
    values: [runs.map((run) => run.organizationId), runs.map((run) => run.runId), now],
  });
  return rows;
}
