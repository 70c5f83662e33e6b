import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { systemClock } from '#lib/core/time';
import type { Context } from '#lib/db/context';

const coverageSchema = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(
        z.object({ functionName: z.string(), ranges: z.array(z.object({ count: z.number() })) }),
      ),
    }),
  ),
});

/** Code of jobs that run every minute and have nothing to do with a scheduled prompt. */
const otherJobs = [
  'alerts/',
  'email/',
  'report-emails/',
  'retention/',
  'rescoring/',
  'sentiment/classify-answers',
  'demo/',
  'organizations/delete-organizations',
  'ingest/sum-months',
];

const port = 3955;
const timeoutMs = 60_000;

/**
 * Runs one scheduled prompt from the schedule to the rollups, with service, worker and dashboard in this process and a
 * temporary database. Returns the files whose functions ran, except those of other jobs and those of the sandbox, which
 * answers the prompt.
 */
export async function tracePrompt(root: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'answerscope-structure-'));
  Object.assign(process.env, {
    DATA_DIR: folder,
    PORT: String(port),
    WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${port}`,
    ENCRYPTION_KEY: 'ab'.repeat(32),
    NEXTAUTH_SECRET: 'only-for-this-run-'.repeat(2),
    LOG_LEVEL: 'error',
  });
  const { getEnv } = await import('#lib/core/env');
  const { prepareDatabase } = await import('#scripts/start/database');
  const database = await prepareDatabase(getEnv(), () => {});
  process.env.DATABASE_URL = database.url;
  try {
    return await traceWithDatabase(root, database.url);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function traceWithDatabase(root: string, databaseUrl: string): Promise<string[]> {
  const { openDatabase } = await import('#lib/db/database');
  const { createService, flushService } = await import('#lib/service/instance/service');
  const { startWorker } = await import('#lib/worker/start-worker');
  const db = openDatabase(databaseUrl);
  const service = createService({ db });
  const server = await startServer(service);
  const context = await createOrganization(service);
  const worker = await startWorker(service, databaseUrl);
  await createDueSchedule(context);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await waitForAnswer(context);
  const { result } = coverageSchema.parse(await session.post('Profiler.takePreciseCoverage'));
  session.disconnect();
  await worker.stop();
  server.closeAllConnections();
  server.close();
  await flushService(service);
  await db.$client.end();
  const prefix = `file://${root}/lib/`;
  return result
    .filter(({ url }) => url.startsWith(prefix) && !url.includes('/sandbox/'))
    .filter(({ url }) => !otherJobs.some((part) => url.includes(`/${part}`)))
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
    )
    .map(({ url }) => url.slice(`file://${root}/`.length))
    .sort();
}

/** Serves the API and the dashboard's webhook endpoint, as the web process does. */
async function startServer(service: Parameters<typeof import('#lib/http/app').createApp>[0]) {
  const { getRequestListener } = await import('@hono/node-server');
  const { createApp } = await import('#lib/http/app');
  const { receiveWebhook } = await import('#lib/dashboard/ingest/receive-webhook');
  const api = createApp(service);
  const server = createServer(
    getRequestListener(async (request) => {
      const token = new URL(request.url).pathname.match(/^\/webhooks\/answers\/(.+)$/)?.[1];
      if (!token) return api.fetch(request);
      const { headers, body } = request;
      const receipt = await receiveWebhook(service, { token, headers, body });
      return Response.json(receipt, { status: receipt.status });
    }),
  );
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return server;
}

async function createOrganization({ db }: { db: Context['db'] }): Promise<Context> {
  const organizations = await import('#lib/service/organizations/organizations');
  const { createApiKey } = await import('#lib/service/api-keys/api-keys');
  const { enableSigning } = await import('#lib/service/webhooks/signing');
  const { saveApiCredentials } = await import('#lib/dashboard/api-credentials/api-credentials');
  const { id: organizationId } = await organizations.createOrganization(db, {
    name: 'Structure',
    plan: 'scale',
  });
  const context: Context = { db, clock: systemClock, organizationId, actor: { kind: 'operator' } };
  const { secret: apiKey } = await createApiKey(context, { name: 'Dashboard' });
  const { secret: signingSecret } = await enableSigning(context);
  await saveApiCredentials(context, { apiKey, signingSecret });
  return context;
}

/** Creates a project with one prompt and a schedule that is already due. */
async function createDueSchedule(context: Context): Promise<void> {
  const { createProject } = await import('#lib/dashboard/projects/project');
  const { addPrompts } = await import('#lib/dashboard/prompts/edit-prompts');
  const { saveSchedule } = await import('#lib/dashboard/schedules/save-schedule');
  const { id: projectId } = await createProject(context, {
    name: 'Trail shoes',
    own: { name: 'Pebblewhisk', aliases: [], domains: ['pebblewhisk.example'] },
  });
  await addPrompts(context, { projectId, prompts: [{ text: 'Which trail shoes are best?' }] });
  const yesterdayClock = { now: () => new Date(Date.now() - 86_400_000) };
  await saveSchedule(
    { ...context, clock: yesterdayClock },
    {
      projectId,
      engines: ['chat'],
      countries: ['US'],
      samples: 1,
      cadence: 'daily',
      timeZone: 'UTC',
      hour: 6,
      weekday: 1,
      enabled: true,
      addOns: false,
    },
  );
}

async function waitForAnswer({ db, organizationId }: Context): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const { rows } = await db.$client.query<{ answered: number | null }>(
      'SELECT sum(answered) AS answered FROM daily_answers WHERE organization_id = $1',
      [organizationId],
    );
    if ((rows[0]?.answered ?? 0) > 0) return;
    await delay(100);
  }
  throw new Error(`The prompt was not answered within ${timeoutMs / 1000} seconds.`);
}
