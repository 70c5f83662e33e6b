import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#lib/core/time';
import { runDueSchedules, runDueSchedulesJob } from '#lib/dashboard/schedules/run-due-schedules';
import { saveSchedule } from '#lib/dashboard/schedules/save-schedule';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { rateLimitWindows } from '#lib/db/schema/api-keys';
import { enqueue } from '#lib/queue/jobs';
import { createApiKey, revokeApiKey } from '#lib/service/api-keys/api-keys';
import { setProviderKeys } from '#lib/service/provider-keys/provider-keys';
import { startMockProviders } from '#scripts/mock-providers/server';
import { createTenantWithDashboard } from '#tests/scale/tenant';
import { callAction } from '#tests/security/test-app';
import { createTestProject } from '#tests/support/dashboard';
import { startProcessGroup, type WebProcess } from '#tests/support/process-group';
import { fixturesFolder } from '#tests/support/recordings';
import { send } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

// Three web processes with pages and three workers on one database, behind a proxy.
const providers = await startMockProviders({ folder: fixturesFolder });
const group = await startProcessGroup({ pages: true, env: { OPENAI_BASE_URL: providers.url } });
const { db, webProcesses, workers, proxy } = group;
afterAll(async () => {
  await group.stop();
  await providers.close();
});

const runOnEach = <T>(call: (web: WebProcess) => Promise<T>) => Promise.all(webProcesses.map(call));
const getStatus = async (url: string, headers: Record<string, string>) => {
  const response = await fetch(url, { headers, redirect: 'manual' });
  await response.arrayBuffer();
  return response.status;
};
const schedule = {
  engines: ['gen' as const],
  countries: ['US'],
  samples: 1,
  cadence: 'daily' as const,
  timeZone: 'UTC',
  hour: 6,
  weekday: 1,
};

async function countRuns(context: Context): Promise<number> {
  const { rows } = await db.$client.query('SELECT count(*) FROM runs WHERE organization_id = $1', [
    context.organizationId,
  ]);
  return rows[0].count;
}

const makeSchedulesDue = (context: Context) =>
  db.$client.query(`UPDATE schedules SET next_run_at = now() WHERE organization_id = $1`, [
    context.organizationId,
  ]);

const workSchema = z.object({
  work: z.array(z.object({ id: z.string(), done: z.number(), total: z.number() })),
});

test('every process shows the live progress of a run that was started through one of them', async () => {
  const { context, projectId, signIn } = await createTenantWithDashboard(db);
  const cookie = await signIn();
  const runId = randomUUID();
  const readWork = async ({ url }: WebProcess) => {
    const response = await fetch(`${url}/projects/${projectId}/progress`, { headers: { cookie } });
    return workSchema.parse(await response.json()).work;
  };
  for (const worker of workers) worker.signal('SIGSTOP');
  const input = { projectId, runId, engines: ['gen'], countries: ['US'], samples: 1 };
  const started = await callAction(webProcesses[0]?.url ?? '', {
    action: 'runNowAction',
    args: [input],
    headers: { cookie },
  });
  expect(started.text).toContain('"ok":true');
  // The project has four prompts.
  const work = { id: runId, done: 0, total: 4 };
  expect(await runOnEach(readWork)).toEqual([[work], [work], [work]]);
  for (const worker of workers) worker.signal('SIGCONT');
  await waitFor('the run is completed on every process', async () =>
    (await runOnEach(readWork)).every((remaining) => remaining.length === 0),
  );
  const { rows } = await db.$client.query(
    'SELECT count(*), count(DISTINCT id) AS ids FROM answers WHERE organization_id = $1',
    [context.organizationId],
  );
  expect(rows).toEqual([{ count: 4, ids: 4 }]);
});

test('each schedule that is due starts one run, even if several processes look for due schedules at once', async () => {
  const { context } = await createTenantWithDashboard(db);
  const projects = [];
  for (let index = 0; index < 8; index += 1) projects.push(await createTestProject(context));
  for (const { id: projectId } of projects) await saveSchedule(context, { projectId, ...schedule });
  await makeSchedulesDue(context);
  const runDue = () => runDueSchedules({ db, clock: systemClock });
  await Promise.all([enqueue(db, runDueSchedulesJob, {}), runDue(), runDue(), runDue()]);
  await waitFor('the job has ended', async () => {
    const { rows } = await db.$client.query(
      `SELECT count(*) FROM pgboss.job WHERE name = $1 AND state < 'completed'`,
      [runDueSchedulesJob.name],
    );
    return rows[0].count === 0;
  });
  expect(await countRuns(context)).toBe(projects.length);
});

test('all processes together accept exactly 500 requests per second', async () => {
  const { organizationId, key } = await createTenantWithDashboard(db);
  const headers = { authorization: `Bearer ${key.secret}` };
  await runOnEach(({ url }) => getStatus(`${url}/v1/credits`, headers));
  // A window in the future does not end during the burst, however slow the machine is.
  const window = { organizationId, kind: 'second' };
  await db
    .update(rateLimitWindows)
    .set({ requests: 0, startedAt: sql`${rateLimitWindows.startedAt} + interval '1 hour'` })
    .where(hasValues(rateLimitWindows, window));
  // 180 requests to each of the three processes.
  const requests = Array.from({ length: 180 }, () =>
    runOnEach(({ url }) => getStatus(`${url}/v1/states?country=DE`, headers)),
  );
  const statuses = (await Promise.all(requests)).flat();
  expect(statuses.filter((status) => status === 200)).toHaveLength(500);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
});

test.concurrent('when the worker that runs a recurring job is killed, the job runs again within 30 seconds, exactly once', async () => {
  const { context, projectId } = await createTenantWithDashboard(db);
  await saveSchedule(context, { projectId, ...schedule });
  const blocker = await db.$client.connect();
  try {
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM projects WHERE organization_id = $1 AND id = $2 FOR UPDATE', [
      context.organizationId,
      projectId,
    ]);
    await makeSchedulesDue(context);
    const worker = await waitFor('a worker runs the job', async () => {
      // Has no effect while the job of the last minute is still running.
      await enqueue(db, runDueSchedulesJob, {});
      const { rows } = await db.$client.query(
        `SELECT application_name AS name FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'
             AND application_name LIKE 'worker-%' AND query ILIKE '%for key share%'`,
      );
      return rows.length === 1 ? workers[Number(rows[0].name.replace('worker-', ''))] : undefined;
    });
    expect(await worker.end('SIGKILL')).toBe('SIGKILL');
    worker.start();
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }
  expect(await countRuns(context)).toBe(0);
  await waitFor('the run is started', async () => (await countRuns(context)) > 0, { seconds: 30 });
  // No two workers ran the same recurring job at the same time.
  const { rows } = await db.$client.query(
    `SELECT a.name FROM pgboss.job a JOIN pgboss.job b ON a.name = b.name AND a.id < b.id
       WHERE a.policy = 'exclusive' AND a.singleton_key IS NULL AND b.singleton_key IS NULL
         AND tstzrange(a.started_on, a.completed_on) && tstzrange(b.started_on, b.completed_on)`,
  );
  expect(rows).toEqual([]);
  expect(await countRuns(context)).toBe(1);
});

test.concurrent('every process rejects an API key from the moment it is revoked', async () => {
  const { context } = await createTenantWithDashboard(db);
  const { id, secret } = await createApiKey(context, { name: 'short-lived' });
  const headers = { authorization: `Bearer ${secret}` };
  const requestCredits = () => runOnEach(({ url }) => getStatus(`${url}/v1/credits`, headers));
  expect(await requestCredits()).toEqual([200, 200, 200]);
  await revokeApiKey(context, { id });
  expect(await requestCredits()).toEqual([401, 401, 401]);
});

test.concurrent('a session that ends on one process ends on all', async () => {
  const { signIn } = await createTenantWithDashboard(db);
  const [first, second] = [await signIn(), await signIn()];
  const openMembersPage = (cookie: string) => runOnEach(({ url }) => getStatus(`${url}/members`, { cookie }));
  expect(await Promise.all([openMembersPage(first), openMembersPage(second)])).toEqual([
    [200, 200, 200],
    [200, 200, 200],
  ]);
  await callAction(webProcesses[1]?.url ?? '', {
    action: 'endOtherSessionsAction',
    args: [],
    headers: { cookie: second },
  });
  expect(await Promise.all([openMembersPage(first), openMembersPage(second)])).toEqual([
    [307, 307, 307],
    [200, 200, 200],
  ]);
  const csrf = await fetch(`${proxy.url}/api/auth/csrf`);
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await csrf.json());
  const cookies = [second, ...csrf.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])];
  await fetch(`${proxy.url}/api/auth/signout`, {
    method: 'POST',
    headers: { cookie: cookies.join('; ') },
    body: new URLSearchParams({ csrfToken, json: 'true' }),
  });
  expect(await openMembersPage(second)).toEqual([307, 307, 307]);
});

test.concurrent('a change made through one process is immediately visible on every process', async () => {
  const { projectId, signIn } = await createTenantWithDashboard(db);
  const cookie = await signIn();
  const readPrompts = async ({ url }: WebProcess) =>
    (await fetch(`${url}/projects/${projectId}/prompts`, { headers: { cookie } })).text();
  const text = 'Which kayak floats highest?';
  for (const page of await runOnEach(readPrompts)) expect(page).not.toContain(text);
  const input = { projectId, prompts: [{ text }] };
  const added = await callAction(webProcesses[2]?.url ?? '', {
    action: 'addPromptsAction',
    args: [input],
    headers: { cookie },
  });
  expect(added.text).toContain('"ok":true');
  for (const page of await runOnEach(readPrompts)) expect(page).toContain(text);
});

test.concurrent('every process uses an organization’s new provider key within eight seconds', async () => {
  const { context, key } = await createTenantWithDashboard(db);
  const body = { prompt: 'Which kayak folds?', country: 'US' };
  const sendPrompt = ({ url }: WebProcess) =>
    send(`${url}/v1/monitor/chat`, 'POST', body, { authorization: `Bearer ${key.secret}` });
  const usesProviderKey = async (web: WebProcess) => {
    const before = providers.calls.length;
    expect((await sendPrompt(web)).status).toBe(200);
    return providers.calls.length > before;
  };
  expect(await runOnEach(usesProviderKey)).toEqual([false, false, false]);
  await setProviderKeys(context, { provider: 'openai', keys: { OPENAI_API_KEY: 'sk-organization' } });
  for (const web of webProcesses) {
    await waitFor('the process uses the key', () => usesProviderKey(web), { seconds: 8, everyMs: 500 });
  }
  expect(providers.calls.map(({ headers }) => headers.authorization)).toContain('Bearer sk-organization');
});
