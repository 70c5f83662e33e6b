import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parseEnv } from '#lib/core/env';
import { createFixedClock, systemClock } from '#lib/core/time';
import { getCreditBalance } from '#lib/dashboard/api-credentials/api-client';
import { saveApiCredentials } from '#lib/dashboard/api-credentials/api-credentials';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { receiveWebhook } from '#lib/dashboard/ingest/receive-webhook';
import { reconcileRuns } from '#lib/dashboard/ingest/reconcile-runs';
import { getBudgets } from '#lib/dashboard/runs/budgets';
import { listFailedItems, retryItems } from '#lib/dashboard/runs/failed-items';
import { listRuns } from '#lib/dashboard/runs/list-runs';
import { getRunProgress } from '#lib/dashboard/runs/run-progress';
import { startRun } from '#lib/dashboard/runs/run-store';
import { sendRun } from '#lib/dashboard/runs/send-run';
import { availableEngines, calculateScheduleCost } from '#lib/dashboard/schedules/schedule';
import type { Context } from '#lib/db/context';
import { openDatabase } from '#lib/db/database';
import { createApp } from '#lib/http/app';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { createService } from '#lib/service/instance/service';
import { createOrganization } from '#lib/service/organizations/organizations';
import { enableSigning } from '#lib/service/webhooks/signing';
import { startWorker, type Worker } from '#lib/worker/start-worker';
import { waitFor } from '#tests/support/wait';
import { createTestProject } from '../support/dashboard';
import { createDatabase } from '../support/database';

/** The port must be known before the service and the dashboard read their settings. */
const port = await vi.hoisted(async () => {
  const { createServer: createNetServer } = await import('node:net');
  const probe = createNetServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  const freePort = typeof address === 'object' && address ? address.port : 0;
  process.env.PORT = String(freePort);
  return freePort;
});

const database = await createDatabase();
const db = openDatabase(database.url);
const service = createService({ db, settings: parseEnv({ ...process.env, DATABASE_URL: database.url }) });
let server: Server;
let worker: Worker;

beforeAll(async () => {
  const api = createApp(service);
  server = createServer(
    getRequestListener(async (request) => {
      const token = new URL(request.url).pathname.match(/^\/webhooks\/answers\/(.+)$/)?.[1];
      if (!token) return api.fetch(request);
      const { headers, body } = request;
      const receipt = await receiveWebhook({ db, clock: systemClock }, { token, headers, body });
      return Response.json(receipt, { status: receipt.status });
    }),
  );
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  worker = await startWorker(service, database.url);
});

afterAll(async () => {
  await worker.stop();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await db.$client.end();
  await database.drop();
});

async function createConnectedOrganization(credits?: number): Promise<Context> {
  const { id } = await createOrganization(db, {
    name: 'Tenant',
    plan: 'scale',
    ...(credits === undefined ? {} : { credits }),
  });
  const context: Context = {
    db,
    clock: systemClock,
    organizationId: id,
    actor: { kind: 'operator' },
  };
  const { secret: apiKey } = await createApiKey(context, { name: 'Dashboard' });
  const { secret: signingSecret } = await enableSigning(context);
  await saveApiCredentials(context, { apiKey, signingSecret });
  return context;
}

test('sends a run as tasks, receives signed webhooks and completes the run with every item answered', async () => {
  const context = await createConnectedOrganization();
  const project = await createTestProject(context);
  const run = await startRun(context, {
    projectId: project.id,
    kind: 'manual',
    engines: ['chat', 'gen', 'answer'],
    countries: ['US', 'DE'],
    samples: 2,
  });
  expect(run?.itemCount).toBe(4 * 3 * 2 * 2);
  const runId = run?.runId ?? '';
  const progress = await waitForRun(context, runId);
  expect(progress).toMatchObject({ total: 48, answered: 48, failed: 0, sent: 0, pending: 0, error: null });
  const { rows } = await db.$client.query(
    `SELECT (SELECT count(*) FROM answers WHERE organization_id = $1) AS answers,
       (SELECT sum(answered) FROM daily_answers WHERE organization_id = $1) AS counted,
       (SELECT count(*) FROM webhook_inbox WHERE organization_id = $1 AND source = 'webhook') AS delivered`,
    [context.organizationId],
  );
  expect(rows).toEqual([{ answers: 48, counted: 48, delivered: 48 }]);
});

test.each([true, false])(
  'charges the estimated credits, and returns the data of add-ons only if they are on: %s',
  async (addOns) => {
    const context = await createConnectedOrganization();
    const { id: projectId } = await createTestProject(context, [
      'Which trail shoes are best?',
      'Where to buy trail shoes?',
    ]);
    const coverage = {
      engines: availableEngines.map(({ engine }) => engine),
      countries: ['US', 'DE'],
      samples: 2,
      addOns,
    };
    const estimate = calculateScheduleCost({ ...coverage, promptCount: 2, cadence: 'daily' });
    const before = await getCreditBalance(context);
    const started = await startRun(context, { projectId, kind: 'manual', ...coverage });
    const runId = started?.runId ?? '';
    expect(await waitForRun(context, runId)).toMatchObject({ failed: 0, total: estimate.answersPerRun });
    expect(Number(before) - Number(await getCreditBalance(context))).toBe(estimate.creditsPerRun);
    const { rows } = await db.$client.query(
      `SELECT bool_and(cardinality(search_queries) > 0) AS has_search_queries, bool_or(result ? 'shoppingCards') AS has_products
       FROM answers WHERE organization_id = $1 AND run_id = $2 AND engine = 'chat' AND status = 'answered'`,
      [context.organizationId, runId],
    );
    expect(rows).toEqual([{ has_search_queries: addOns, has_products: addOns }]);
  },
);

test('pauses a run when credits run out, and sends each remaining item once after a top-up', async () => {
  const context = await createConnectedOrganization(40);
  const project = await createTestProject(context);
  const run = await startRun(context, {
    projectId: project.id,
    kind: 'manual',
    engines: ['gen'],
    countries: ['US', 'DE', 'JP'],
    samples: 1,
  });
  const runId = run?.runId ?? '';
  const paused = await waitFor('the run is paused', async () => {
    const current = await getRunProgress(context, { runId });
    return current.status === 'paused' && current.answered === 10 ? current : undefined;
  });
  expect(paused).toMatchObject({ total: 12, failed: 0, notSent: 2, pauseReason: 'credits', error: null });
  expect(await getBudgets(context, { projectId: project.id })).toMatchObject({ projectUsed: 40 });
  // The run stays paused without credits.
  await reconcileRuns(context);
  expect(await getRunProgress(context, { runId })).toMatchObject({ status: 'paused', notSent: 2 });
  await db.$client.query(
    `WITH granted AS (
       INSERT INTO credit_ledger (organization_id, kind, amount) VALUES ($1, 'grant', 100)
     )
     UPDATE credit_balances SET balance = balance + 100 WHERE organization_id = $1`,
    [context.organizationId],
  );
  await Promise.all([1, 2, 3].map(() => reconcileRuns(context)));
  await Promise.all([1, 2, 3].map(() => sendRun(context, { runId })));
  expect(await waitForRun(context, runId)).toMatchObject({ total: 12, answered: 12, failed: 0, notSent: 0 });
  const { rows } = await db.$client.query(
    `SELECT (SELECT count(*) FROM tasks WHERE organization_id = $1) AS tasks,
       (SELECT array_agg(DISTINCT max_wait_seconds) FROM tasks WHERE organization_id = $1) AS "maxWaits",
       (SELECT -sum(amount) FROM credit_ledger WHERE organization_id = $1 AND kind = 'charge') AS charged,
       (SELECT count(*) FROM answers WHERE organization_id = $1) AS answers,
       (SELECT sum(credits) FROM project_usage_daily WHERE organization_id = $1) AS usage`,
    [context.organizationId],
  );
  expect(rows).toEqual([{ tasks: 12, maxWaits: [21_600], charged: 48, answers: 12, usage: 48 }]);
});

test('ends a paused run after a day without sending the other items, which can be retried', async () => {
  const context = await createConnectedOrganization(8);
  const project = await createTestProject(context);
  const scope = { projectId: project.id, kind: 'manual' as const, engines: ['gen' as const], samples: 1 };
  const run = await startRun(context, { ...scope, countries: ['US'] });
  const runId = run?.runId ?? '';
  await waitFor('the run is paused', async () => {
    const current = await getRunProgress(context, { runId });
    return current.status === 'paused' && current.answered === 2 ? current : undefined;
  });
  await reconcileRuns({ ...context, clock: createClockAhead(24 * 60 - 1) });
  expect((await getRunProgress(context, { runId })).status).toBe('paused');
  await reconcileRuns({ ...context, clock: createClockAhead(24 * 60 + 1) });
  const ended = { status: 'completed', answered: 2, failed: 0, notSent: 2, pauseReason: 'credits' };
  expect(await getRunProgress(context, { runId })).toMatchObject(ended);
  expect(await listFailedItems(context, { runId })).toEqual([]);
  const newRunId = randomUUID();
  await retryItems(context, { projectId: project.id, runId, newRunId });
  expect(await listRuns(context, { projectId: project.id })).toMatchObject([
    { id: newRunId, itemCount: 2 },
    { id: runId, itemCount: 4, answered: 2, failed: 0, notSent: 2, done: 2 },
  ]);
});

async function waitForRun(
  context: Context,
  runId: string,
): Promise<Awaited<ReturnType<typeof getRunProgress>>> {
  return waitFor('the run has ended', async () => {
    const current = await getRunProgress(context, { runId });
    return current.status === 'completed' ? current : undefined;
  });
}

test('creates each task once when sending is repeated after a crash or runs concurrently', async () => {
  const context = await createConnectedOrganization();
  const project = await createTestProject(context);
  const run = await startRun(context, {
    projectId: project.id,
    kind: 'manual',
    engines: ['gen'],
    countries: ['US', 'DE', 'JP'],
    samples: 10,
  });
  const runId = run?.runId ?? '';
  await Promise.all([1, 2, 3].map(() => sendRun(context, { runId })));
  // Simulates a crash after the service accepted the tasks and before the dashboard stored that.
  const forgetTasks = () =>
    db.$client.query(
      `UPDATE run_items SET status = 'pending', task_id = NULL
       WHERE organization_id = $1 AND run_id = $2 AND status = 'sent'`,
      [context.organizationId, runId],
    );
  // Answers arrive meanwhile and lock the same rows in another order, so PostgreSQL may cancel the first try.
  await forgetTasks().catch(forgetTasks);
  await db.$client.query(
    `UPDATE runs SET status = 'sending' WHERE organization_id = $1 AND status <> 'completed'`,
    [context.organizationId],
  );
  await sendRun(context, { runId });
  expect(await waitForRun(context, runId)).toMatchObject({ total: 120, answered: 120 });
  const { rows } = await db.$client.query(
    `SELECT (SELECT count(*) FROM tasks WHERE organization_id = $1) AS tasks,
       (SELECT sum(credits_charged) FROM tasks WHERE organization_id = $1) AS charged,
       (SELECT count(*) FROM answers WHERE organization_id = $1) AS answers`,
    [context.organizationId],
  );
  expect(rows).toEqual([{ tasks: 120, charged: 480, answers: 120 }]);
});

test('polls for answers whose webhook has not arrived after a few minutes', async () => {
  const context = await createConnectedOrganization();
  const project = await createTestProject(context);
  const input = {
    projectId: project.id,
    kind: 'manual' as const,
    engines: ['gen' as const],
    countries: ['US'],
  };
  // The stored hash no longer matches the token in the webhook URL, so every delivery of this run gets a 404.
  await db.$client.query(
    `UPDATE service_credentials SET webhook_token_hash = sha256(webhook_token_hash) WHERE organization_id = $1`,
    [context.organizationId],
  );
  const run = await startRun(context, { ...input, samples: 1 });
  const runId = run?.runId ?? '';
  await sendRun(context, { runId });
  const areCompleted = await waitFor('all tasks are completed', async () => {
    const { rows } = await db.$client.query<{ is_completed: boolean }>(
      `SELECT bool_and(status = 'COMPLETED') AND count(*) = 4 AS is_completed FROM tasks WHERE organization_id = $1`,
      [context.organizationId],
    );
    return rows[0]?.is_completed;
  });
  expect(areCompleted).toBe(true);
  await ingestAnswers(context);
  await reconcileRuns({ ...context, clock: createClockAhead(2) });
  expect((await getRunProgress(context, { runId })).answered).toBe(0);
  await reconcileRuns({ ...context, clock: createClockAhead(4) });
  expect(await waitForRun(context, runId)).toMatchObject({ total: 4, answered: 4, failed: 0 });
  const { rows } = await db.$client.query<{ polled: number }>(
    `SELECT count(*) AS polled FROM webhook_inbox WHERE organization_id = $1 AND source = 'poll'`,
    [context.organizationId],
  );
  expect(rows[0]?.polled).toBe(4);
});

function createClockAhead(minutes: number) {
  return createFixedClock(new Date(Date.now() + minutes * 60_000));
}
