import { afterAll, expect, test } from 'vitest';
import { log } from '#lib/core/log';
import { startExport } from '#lib/core/telemetry';
import { systemClock } from '#lib/core/time';
import { traceWork } from '#lib/core/tracing';
import { saveApiCredentials } from '#lib/dashboard/api-credentials/api-credentials';
import { startRun } from '#lib/dashboard/runs/run-store';
import { createOperatorContext } from '#lib/db/context';
import { openDatabase } from '#lib/db/database';
import { enableSigning } from '#lib/service/webhooks/signing';
import { createTestProject } from '#tests/support/dashboard';
import { createDatabase } from '#tests/support/database';
import { createTenant, startInstance } from '#tests/support/instance';
import { startOtlpCollector } from '#tests/support/otlp-collector';
import { startProcess } from '#tests/support/process';
import { waitFor } from '#tests/support/wait';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';
import { passToInbox } from '#tests/support/webhook-inbox';

const collector = await startOtlpCollector();
const telemetry = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_BSP_SCHEDULE_DELAY: '100',
  OTEL_BLRP_SCHEDULE_DELAY: '100',
};
const unset = Object.keys(telemetry).filter((name) => process.env[name] === undefined);
Object.assign(process.env, telemetry);
// This process serves the dashboard's webhook endpoint, because the web process is started without the dashboard.
const endExport = startExport('dashboard');
const database = await createDatabase();
const db = openDatabase(database.url);
const endpoint = await startWebhookEndpoint(async (received, response) => {
  response.writeHead((await passToInbox(db, received)).status).end();
});
const instance = await startInstance({
  databaseUrl: database.url,
  env: { ...telemetry, WEBHOOK_ALLOWED_HOSTS: endpoint.host },
  worker: false,
});
const worker = startProcess(['lib/worker/main.ts'], {
  ...instance.env,
  PORT: '1',
  API_BASE_URL: instance.url,
  APP_URL: endpoint.url,
});
afterAll(async () => {
  await Promise.all([instance.stop(), worker.end()]);
  await endExport();
  for (const name of unset) delete process.env[name];
  await Promise.all([collector.stop(), endpoint.stop(), db.$client.end()]);
  await database.drop();
});

test('one trace spans the run, its request, task, provider call, webhook and ingestion', async () => {
  const { id, secret } = await createTenant(instance, { credits: 1_000 });
  const context = createOperatorContext({ db, clock: systemClock }, id);
  const { secret: signingSecret } = await enableSigning(context);
  await saveApiCredentials(context, { apiKey: secret, signingSecret });
  const { id: projectId } = await createTestProject(context, ['Which kayak is best?']);
  await waitFor('the job queue exists', () =>
    startRun(context, { projectId, kind: 'manual', engines: ['gen'], countries: ['US'], samples: 1 }),
  );
  const ingest = await waitFor(
    'the ingestion is exported',
    () => collector.spans.find(({ name }) => name === 'ingest'),
    { seconds: 40 },
  );
  const listTrace = () => collector.spans.filter(({ traceId }) => traceId === ingest.traceId);
  // The parent of each span is the next one. The spans of the task and its provider request are not in this chain.
  const chain = ['ingest', 'receive webhook', 'webhook', 'POST createTasks', 'job send-run'];
  await waitFor('the whole trace is exported', () => listTrace().length >= chain.length + 2);
  const getSpan = (name: string) => listTrace().find((span) => span.name === name);
  for (const [index, name] of chain.entries()) {
    expect([name, getSpan(name)?.parentSpanId]).toEqual([name, getSpan(chain[index + 1] ?? '')?.spanId]);
  }
  expect(getSpan('task')?.parentSpanId).toBe(getSpan('POST createTasks')?.spanId);
  expect(getSpan('provider request')?.parentSpanId).toBe(getSpan('task')?.spanId);
  expect(getSpan('POST createTasks')?.attributes).toMatchObject({ 'http.response.status_code': 200 });
  const taskId = getSpan('task')?.attributes['answerscope.task.id'];
  expect(getSpan('ingest')?.attributes['answerscope.task.id']).toBe(taskId);
  expect(new Set(listTrace().map(({ service }) => service))).toEqual(
    new Set(['answerscope-web', 'answerscope-worker', 'dashboard']),
  );
  expect(JSON.stringify(collector.spans)).not.toContain(secret);
});

test('a request continues the trace of its client', async () => {
  const tenant = await createTenant(instance);
  const traceId = 'a1'.repeat(16);
  const headers = { traceparent: `00-${traceId}-${'b2'.repeat(8)}-01` };
  const { headers: responseHeaders } = await tenant.send('GET', '/v1/credits', undefined, headers);
  const requestId = responseHeaders.get('x-request-id');
  const span = await waitFor('the request is exported', () =>
    collector.spans.find(({ attributes }) => attributes.requestId === requestId),
  );
  expect(span).toMatchObject({ traceId, parentSpanId: 'b2'.repeat(8), name: 'GET getCredits' });
  const malformed = await tenant.send('GET', '/v1/credits', undefined, { traceparent: '00-zz-1-01' });
  expect(malformed.status).toBe(200);
});

test('exports log entries with their trace and span IDs and without secrets', async () => {
  await traceWork('work', { kind: 'internal' }, async () =>
    log.error({ taskId: 'the task', token: 'the token' }, 'exported by the traces test'),
  );
  const isExpected = ({ body }: (typeof collector.logs)[number]) => body.stringValue.includes('traces test');
  const entry = await waitFor('the entry is exported', () => collector.logs.find(isExpected));
  const span = await waitFor('the span is exported', () =>
    collector.spans.find(({ name }) => name === 'work'),
  );
  expect(entry).toMatchObject({ severityText: 'error', service: 'dashboard' });
  expect(entry.attributes).toEqual({
    taskId: 'the task',
    token: '[removed]',
    traceId: span.traceId,
    spanId: span.spanId,
  });
});
