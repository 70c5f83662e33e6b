import { availableParallelism, loadavg } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { maxCrashes } from '#lib/service/tasks/task-leases';
import { createTestEmails } from '#tests/faults/emails';
import { endDisturbances, killRandomProcess, startDisturbance } from '#tests/faults/faults';
import { startFaultInstance } from '#tests/faults/instance';
import { buildWebhookReport } from '#tests/faults/webhook-report';
import {
  createClientOrganization,
  createTasks,
  dashboardDeliveries,
  initialCredits,
  itemsPerRun,
  type Progress,
  respondUnreliably,
  startDashboardRuns,
} from '#tests/faults/workload';
import { createTestProject } from '#tests/support/dashboard';
import { waitFor } from '#tests/support/wait';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';

// `npm run test:faults` kills 50 processes, and `npm run test:faults -- --long` kills 1,000.
const kills = Number(process.env.FAULT_KILLS ?? 50);
const tasksPerKill = Number(process.env.FAULT_TASKS_PER_KILL ?? 100);
const runs = Math.max(1, Math.floor((kills * tasksPerKill) / 500));
const initialEmailCount = 20;
/** The longest allowed recovery on a machine with a free CPU core for each process that restarts. */
const maxRecoverySeconds = 30;

const endpoint = await startWebhookEndpoint((received, response) => {
  void respondUnreliably(instance.db, received, response);
});
const instance = await startFaultInstance(endpoint);
const { db } = instance;
const emails = createTestEmails(db);
afterAll(async () => {
  await instance.stop();
  await endpoint.stop();
});

/** Runs a query, and repeats it while PostgreSQL is down. */
const query = (text: string, values: unknown[] = []) =>
  waitFor('the database responds', async () => (await db.$client.query(text, values)).rows, { seconds: 60 });

async function countEndedTasks(): Promise<number> {
  const [row] = await query('SELECT count(*) FROM tasks WHERE completed_at IS NOT NULL');
  return row?.count ?? 0;
}

/** Kills processes and starts disturbances while the tasks are processed. @returns how often each fault occurred */
async function injectFaults(progress: Progress): Promise<Map<string, number>> {
  const faults = new Map<string, number>();
  const count = (name: string) => faults.set(name, (faults.get(name) ?? 0) + 1);
  let lastEnded = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    // Waits for a random moment while the next tasks are processed.
    const target = Math.min(kills * tasksPerKill, lastEnded + Math.ceil(Math.random() * 0.8 * tasksPerKill));
    lastEnded = await waitFor(
      `${target} tasks have ended after ${kill - 1} kills`,
      async () => {
        const ended = await countEndedTasks();
        return ended >= target ? ended : undefined;
      },
      { seconds: 300, everyMs: 10 },
    );
    const disturbance = Math.random() < 0.5 ? startDisturbance(instance, emails) : undefined;
    if (disturbance) count(disturbance);
    // PostgreSQL is killed at least once every 20 kills.
    count(`kill ${await killRandomProcess(instance, kill % 20 === 10)}`);
    progress.kills = kill;
    if (kill % 100 === 0) process.stdout.write(`${kill} kills, ${lastEnded} tasks\n`);
  }
  await endDisturbances();
  return faults;
}

test(
  `loses and duplicates nothing in ${kills} kills over ${kills * tasksPerKill} tasks`,
  async () => {
    const startedAt = performance.now();
    const tasks = kills * tasksPerKill;
    const [client, dashboard] = [await createClientOrganization(db), await createClientOrganization(db)];
    const { id: projectId } = await createTestProject(dashboard.context);
    await instance.waitUntilReady();
    for (let index = 0; index < initialEmailCount; index += 1) await emails.queue();
    const webhookUrl = `${endpoint.url}/hook`;
    const progress: Progress = { kills: 0 };
    const target = { secret: client.secret, webUrls: instance.webUrls, webhookUrl };
    const [{ ids, statuses }, faults] = await Promise.all([
      createTasks(target, { kills, tasksPerKill }, progress),
      injectFaults(progress),
      startDashboardRuns(dashboard.context, { projectId, runs, kills }, progress),
    ]);
    const items = runs * itemsPerRun;
    await waitFor('every task has ended', async () => (await countEndedTasks()) >= tasks + items, {
      seconds: 180,
    });
    await emails.sendAll();
    await waitFor(
      'every webhook is delivered, every answer is ingested and no credits are held',
      async () => {
        const [row] = await query(
          `SELECT (SELECT count(*) FROM deliveries WHERE status = 'pending') AS pending,
             (SELECT count(*) FROM run_items WHERE status IN ('pending', 'sent')) AS open,
             (SELECT sum(held)::int FROM credit_balances) AS held`,
        );
        return row?.pending === 0 && row.open === 0 && row.held === 0;
      },
      { seconds: 300 },
    );
    const report = await buildReport(client.context.organizationId, dashboard.context.organizationId, ids);
    const { failed, failedItems, recoverySeconds, syncCharges, ...exact } = report;
    const faultCounts = [...faults].map(([name, times]) => `${name} ${times}`).join(', ');
    const webhooks = buildWebhookReport(endpoint.received.filter(({ path }) => path === '/hook'));
    const emailReport = emails.buildReport(instance.smtp.received);
    process.stdout.write(
      `kills ${kills}, tasks ${tasks + items}, lost ${exact.lost}, duplicated ${exact.duplicated}, ` +
        `ledger ${exact.isLedgerExact ? 'exact' : 'WRONG'}, longest recovery ${recoverySeconds.toFixed(1)} s, ` +
        `failed after ${maxCrashes} crashes ${failed}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s in all\n` +
        `faults: ${faultCounts}\n` +
        `webhooks to a client: ${webhooks.taskIds.size} tasks, repeated ${webhooks.repeated}, all with the ID and body of their task: ${webhooks.unrecognizable === 0}\n` +
        `webhooks to the dashboard: ${dashboardDeliveries.arrived}, repeated ${dashboardDeliveries.repeated}, reordered ${dashboardDeliveries.reordered}; answers ${exact.answers}\n` +
        `emails ${emailReport.queued}, lost ${emailReport.lost}, refused by the mail server ${instance.smtp.countTransmissions() - instance.smtp.received.length}, sent again after a crash ${emailReport.sentAgain}\n`,
    );
    expect(instance.listUncaughtErrors()).toEqual([]);
    expect(ids.size).toBe(tasks);
    expect(exact).toEqual({
      lost: 0,
      duplicated: 0,
      isLedgerExact: true,
      undelivered: 0,
      wronglyFailed: 0,
      answers: items - failedItems,
      counted: items - failedItems,
    });
    // A sync request whose response was cut off may still be charged.
    expect(syncCharges).toBeGreaterThanOrEqual(statuses.filter((status) => status === 200).length);
    expect(syncCharges).toBeLessThanOrEqual(statuses.length);
    expect(failed + failedItems).toBeLessThan((tasks + items) / 50);
    const [tasksWithWebhook] = await query('SELECT array_agg(id) AS ids FROM tasks WHERE webhook_url = $1', [
      webhookUrl,
    ]);
    expect(webhooks.taskIds).toEqual(new Set(tasksWithWebhook?.ids));
    expect(webhooks.unrecognizable).toBe(0);
    expect(emailReport).toMatchObject({ lost: 0, withSeveralIds: 0 });
    expect(emailReport.sentAgain).toBeLessThanOrEqual(kills);
    const slowdown = Math.max(1, (loadavg()[0] ?? 0) / (2 * availableParallelism()));
    expect(recoverySeconds).toBeLessThan(maxRecoverySeconds * slowdown);
  },
  180_000 + kills * 20_000,
);

/** Compares the accepted tasks with the contents of the database. The 4 in the query is what a sync request to Gen costs. */
async function buildReport(client: string, dashboard: string, ids: ReadonlySet<string>) {
  const [row] = await query(
    `SELECT
       (SELECT count(*) FROM unnest($1::uuid[]) AS accepted (id) LEFT JOIN tasks t USING (id)
        WHERE t.status IS NULL OR t.status NOT IN ('COMPLETED', 'FAILED')) AS lost,
       (SELECT count(*) FROM tasks WHERE status = 'FAILED' AND organization_id = $2) AS failed,
       (SELECT count(*) FROM tasks WHERE status = 'FAILED' AND (attempt <= $5 OR credits_charged > 0)) AS "wronglyFailed",
       (SELECT count(*) FROM (
         SELECT FROM credit_ledger WHERE kind = 'charge' GROUP BY subject_id HAVING count(*) > 1
       ) AS charges)
       + (SELECT count(*) FROM (
         SELECT FROM answers GROUP BY organization_id, id HAVING count(*) > 1
       ) AS answers)
       + (SELECT count(*) - count(DISTINCT (organization_id, task_id)) FROM deliveries) AS duplicated,
       (SELECT bool_and(held = 0 AND balance = (SELECT sum(amount) FROM credit_ledger l WHERE l.organization_id = b.organization_id)
          AND balance = $4 - (SELECT coalesce(sum(credits_charged), 0) FROM tasks t WHERE t.organization_id = b.organization_id)
            - 4 * (SELECT count(*) FROM credit_ledger l LEFT JOIN tasks t ON t.id = l.subject_id
                   WHERE l.organization_id = b.organization_id AND kind = 'charge' AND t.id IS NULL))
        FROM credit_balances b) AS "isLedgerExact",
       (SELECT count(*) FROM credit_ledger l LEFT JOIN tasks t ON t.id = l.subject_id
        WHERE kind = 'charge' AND t.id IS NULL) AS "syncCharges",
       (SELECT count(*) FROM deliveries WHERE status <> 'delivered') AS undelivered,
       (SELECT count(*) FROM answers WHERE organization_id = $3) AS answers,
       (SELECT coalesce(sum(answered), 0) FROM daily_answers WHERE organization_id = $3) AS counted,
       (SELECT count(*) FROM run_items WHERE organization_id = $3 AND status = 'failed') AS "failedItems",
       (SELECT extract(epoch FROM max(gap))::float8 FROM (
         SELECT completed_at - lag(completed_at) OVER (ORDER BY completed_at) AS gap FROM tasks
         WHERE organization_id = $2 AND engine = 'gen'
       ) AS gaps) AS "recoverySeconds"`,
    [[...ids], client, dashboard, initialCredits, maxCrashes],
  );
  return row as {
    lost: number;
    failed: number;
    wronglyFailed: number;
    duplicated: number;
    isLedgerExact: boolean;
    undelivered: number;
    syncCharges: number;
    answers: number;
    counted: number;
    failedItems: number;
    recoverySeconds: number;
  };
}
