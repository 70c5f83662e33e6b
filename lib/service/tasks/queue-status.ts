import type { z } from 'zod';
import type { queueStatusSchema } from '#lib/contract/tasks';
import type { Context } from '#lib/db/context';

const statement = `
  SELECT queued, processing, async_concurrency AS concurrency, coalesce((
    SELECT jsonb_agg(level ORDER BY level.priority DESC)
    FROM (
      SELECT priority, count(*)::int AS count FROM tasks
      WHERE organization_id = $1 AND status = 'QUEUED' GROUP BY priority
    ) AS level
  ), '[]') AS levels
  FROM task_queue_stats WHERE organization_id = $1`;

interface Row {
  queued: number;
  processing: number;
  concurrency: number;
  levels: { priority: number; count: number }[];
}

/** How many tasks wait and run, and how many may run at once. */
export async function getQueueStatus(context: Context): Promise<z.infer<typeof queueStatusSchema>> {
  const { rows } = await context.db.$client.query<Row>({
    text: statement,
    values: [context.organizationId],
  });
  const row = rows[0];
  if (!row) return { queuedTasks: 0, processingTasks: 0, priorityBreakdown: [], concurrency: null };
  return {
    queuedTasks: row.queued,
    processingTasks: row.processing,
    priorityBreakdown: row.levels,
    concurrency: { used: row.processing, max: row.concurrency },
  };
}
