import type { Clock } from '#lib/core/clock';
import { rescoreProjectChore } from '#lib/dashboard/rescoring/chores';
import type { Database } from '#lib/db/client';
import { enqueue } from '#lib/queue/chores';

/** One that has not moved for so long is nobody's any more. */
const stillMinutes = 1;

/** Has rescorings that stand still taken up again: their worker died, or the try ran out of time. */
export async function resumeRescorings({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const { rows } = await db.$client.query<{ organizationId: string; projectId: string }>(
    `SELECT organization_id AS "organizationId", project_id AS "projectId" FROM rescorings
     WHERE moved_at < $1::timestamptz - make_interval(mins => $2) ORDER BY moved_at LIMIT 100`,
    [clock.now(), stillMinutes],
  );
  for (const one of rows) await enqueue(db, rescoreProjectChore, one, { key: one.projectId });
}
