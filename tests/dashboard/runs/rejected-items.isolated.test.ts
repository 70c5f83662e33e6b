import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, expect, test, vi } from 'vitest';
import { exampleDelivery } from '#lib/contract/examples/examples';
import { getServerUrl } from '#tests/support/service';

/** If true, the simulated service rejects every task temporarily. */
let isBusy = true;
const server = createServer((request, response) => void respond(request, response));
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
process.env.API_BASE_URL = getServerUrl(server);

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('Content-Type', 'application/json');
  if (request.url === '/v1/credits') {
    const credits = { plan: 'scale', remaining: 1_000, held: 0, monthly: 1_000 };
    response.end(JSON.stringify({ ...credits, resetsAt: '2026-12-01T00:00:00.000Z' }));
    return;
  }
  const { length } = (await json(request)) as unknown[];
  const results = Array.from({ length }, (_, index) =>
    isBusy
      ? { success: false, index, error: { code: 'SERVICE_UNAVAILABLE', message: 'Try again later.' } }
      : { success: true, index, task: { ...exampleDelivery.task, id: randomUUID() } },
  );
  const [succeeded, failed] = isBusy ? [0, length] : [length, 0];
  response.end(JSON.stringify({ success: true, summary: { total: length, succeeded, failed }, results }));
}

// This process reads its settings once, so the modules that read them are loaded after they are set.
vi.resetModules();
const { createFixedClock } = await import('#lib/core/time');
const { saveApiCredentials } = await import('#lib/dashboard/api-credentials/api-credentials');
const { saveBudgets } = await import('#lib/dashboard/runs/budgets');
const { listRuns } = await import('#lib/dashboard/runs/list-runs');
const { pauseRun, resumePausedRuns } = await import('#lib/dashboard/runs/pause-runs');
const { startRun } = await import('#lib/dashboard/runs/run-store');
const { sendRun } = await import('#lib/dashboard/runs/send-run');
const { createTestProject, listRunItems, startDashboard } = await import('#tests/support/dashboard');

const dashboard = await startDashboard();
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await dashboard.stop();
});

test('sends items that were rejected temporarily, even if the budget blocks the others', async () => {
  const context = await dashboard.createContext(createFixedClock(new Date('2026-11-21T12:00:00Z')));
  await saveApiCredentials(context, { apiKey: 'any', signingSecret: null });
  const { id: projectId } = await createTestProject(context);
  // The budget covers two of the four items.
  await saveBudgets(context, { projectId, projectCredits: 8, scheduleCredits: null });
  const options = { engines: ['gen' as const], countries: ['US'], samples: 1 };
  const run = await startRun(context, { projectId, kind: 'manual', ...options });
  const runId = run?.runId ?? '';
  const readStatus = async () => (await listRuns(context, { projectId }))[0]?.status;
  expect(await sendRun(context, { runId })).toBe('queue-full');
  expect(await readStatus()).toBe('sending');

  // A run that is paused while credits are reserved for some of its pending items resumes too.
  await pauseRun(context, runId, 'project_budget');
  expect(await readStatus()).toBe('paused');
  await resumePausedRuns(context);
  expect(await readStatus()).toBe('sending');

  isBusy = false;
  expect(await sendRun(context, { runId })).toBe('done');
  expect(await readStatus()).toBe('paused');
  const statuses = (await listRunItems(context, runId)).map(({ status }) => status).sort();
  expect(statuses).toEqual(['pending', 'pending', 'sent', 'sent']);
  await resumePausedRuns(context);
  expect(await readStatus()).toBe('paused');
});
