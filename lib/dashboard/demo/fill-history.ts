import { fillHistoryChore } from '#lib/dashboard/demo/chores';
import { findDemoProject, historyInstants } from '#lib/dashboard/demo/demo-project';
import { demoMarket } from '#lib/dashboard/demo/market';
import { lockProject } from '#lib/dashboard/projects/lock-project';
import { startRun } from '#lib/dashboard/runs/start-run';
import type { Database } from '#lib/db/client';
import { type Context, scoped } from '#lib/db/context';
import { enqueue } from '#lib/queue/chores';

/** History runs under way at once: enough that the queue of tasks never runs dry between two of them. */
const mostAtOnce = 3;

/**
 * Starts the newest days of the demo's history that have no run yet, while few are under way; called again whenever
 * one ends, until all are there. What is there is read from the runs, so it goes on where it stopped.
 * @returns runs started
 */
export async function fillHistory(context: Context): Promise<number> {
  return scoped(context, async (inside) => {
    const { db, organizationId } = inside;
    const project = await findDemoProject(db, organizationId);
    if (!project) return 0;
    await lockProject(db, organizationId, project.id);
    const { rows } = await db.$client.query<{ askedAt: Date; open: boolean }>(
      `SELECT asked_at AS "askedAt", status <> 'ended' AS open FROM runs
       WHERE organization_id = $1 AND project_id = $2 AND kind = 'history'`,
      [organizationId, project.id],
    );
    const present = new Set(rows.map((run) => run.askedAt.getTime()));
    const free = mostAtOnce - rows.filter((run) => run.open).length;
    const missing = historyInstants(project.createdAt).filter((instant) => !present.has(instant.getTime()));
    const next = missing.slice(0, Math.max(0, free));
    for (const askedAt of next) {
      const { engines, countries } = demoMarket;
      await startRun(inside, {
        projectId: project.id,
        kind: 'history',
        engines,
        countries,
        samples: 1,
        addOns: true,
        askedAt,
      });
    }
    return next.length;
  });
}

/** Has histories that are not whole filled further. */
export async function resumeHistory({ db }: { db: Database }): Promise<void> {
  const { rows } = await db.$client.query<{ organizationId: string }>(
    'SELECT DISTINCT organization_id AS "organizationId" FROM projects WHERE name = $1',
    [demoMarket.project.name],
  );
  for (const { organizationId } of rows) {
    await enqueue(db, fillHistoryChore, { organizationId }, { key: organizationId });
  }
}
