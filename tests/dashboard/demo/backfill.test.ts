import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#lib/core/time';
import { getBackfillProgress } from '#lib/dashboard/demo/demo-project';
import { ensureDemo } from '#lib/dashboard/demo/ensure-demo';
import { createOperatorContext } from '#lib/db/context';
import { startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

const testService = await startService();
afterAll(() => testService.stop());

test('backfills the demo at past dates, newest day first', async () => {
  const { id } = await testService.createTenant();
  await testService.startWorker();
  const { db } = testService;
  const context = createOperatorContext({ db, clock: systemClock }, id);
  const { projectId } = await ensureDemo(context);
  expect(await ensureDemo(context)).toEqual({ projectId });
  const progress = await waitFor(
    'a day is backfilled',
    async () => {
      const current = await getBackfillProgress(context, { projectId });
      return current && current.done >= 400 ? current : undefined;
    },
    { seconds: 100 },
  );
  // 56 days with 360 answers each.
  expect(progress.total).toBe(56 * 360);
  expect(await getBackfillProgress(context, { projectId: randomUUID() })).toBeNull();
  const { rows } = await db.$client.query<{ requestedAt: Date; isOpen: boolean; itemCount: number }>(
    `SELECT requested_at AS "requestedAt", item_count AS "itemCount", status <> 'completed' AS "isOpen" FROM runs
     WHERE organization_id = $1 AND kind = 'backfill' ORDER BY requested_at DESC`,
    [context.organizationId],
  );
  expect(rows.filter((run) => run.isOpen).length).toBeLessThanOrEqual(3);
  for (const [index, run] of rows.entries()) {
    expect(run.itemCount).toBe(360);
    expect((rows[0]?.requestedAt.getTime() ?? 0) - run.requestedAt.getTime()).toBe(index * 86_400_000);
  }
  const { rows: answers } = await db.$client.query(
    `SELECT bool_and(answers.requested_at = runs.requested_at) AS at_run_time, bool_and(answers.result ? 'text') AS has_text,
       bool_or(answers.result ? 'html') AS has_html,
       bool_and(cardinality(search_queries) > 0) FILTER (WHERE engine = 'chat' AND answers.status = 'answered')
         AS has_search_queries,
       bool_or(answers.result ? 'shoppingCards') AS has_products
     FROM answers JOIN runs ON runs.id = answers.run_id WHERE answers.organization_id = $1`,
    [context.organizationId],
  );
  expect(answers).toEqual([
    { at_run_time: true, has_text: true, has_html: false, has_search_queries: true, has_products: true },
  ]);
  const { rows: tasks } = await db.$client.query('SELECT 1 FROM tasks WHERE organization_id = $1', [
    context.organizationId,
  ]);
  expect(tasks).toEqual([]);
  const { rows: days } = await db.$client.query(
    `SELECT count(*) FILTER (WHERE day::timestamptz > now()) AS future_days, bool_and(fictional_answers = answered) AS fictional
     FROM daily_answers WHERE organization_id = $1`,
    [context.organizationId],
  );
  expect(days).toEqual([{ future_days: 0, fictional: true }]);
});
