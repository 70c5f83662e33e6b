import { afterAll, expect, test } from 'vitest';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { startMockProviders } from '#scripts/mock-providers/server';
import { findFreePort } from '#scripts/system/free-port';
import { createDatabase } from '#tests/support/database';
import { createTenant, startInstance } from '#tests/support/instance';
import { startProcess } from '#tests/support/process';
import { fixturesFolder } from '#tests/support/recordings';
import { waitFor } from '#tests/support/wait';

let behavior: MockBehavior | undefined;
const providers = await startMockProviders({ folder: fixturesFolder, getBehavior: () => behavior });
const database = await createDatabase();
const metricsPort = await findFreePort();
// The settings of an instance that used the chat completions.
const instance = await startInstance({
  databaseUrl: database.url,
  env: {
    PERPLEXITY_API_KEY: 'pplx-key-of-the-instance',
    PERPLEXITY_BASE_URL: providers.url,
    PERPLEXITY_MODEL: 'sonar',
    WORKER_METRICS_PORT: String(metricsPort),
  },
});
afterAll(async () => {
  await instance.stop();
  await database.drop();
  await providers.close();
});
const tenant = await createTenant(instance, { plan: 'team' });
const request = { prompt: 'Which kayak folds?', country: 'US', state: 'CA' };
const sentence = 'Perplexity retired this endpoint; update Answerscope.';

test('an instance with the settings of before gets an answer from the new endpoint', async () => {
  const { status, body } = await tenant.send('POST', '/v1/monitor/answer', {
    ...request,
    include: { markdown: true },
  });
  expect([status, body.success]).toEqual([200, true]);
  expect(body.result).toMatchObject({
    text: expect.stringContaining('Otterline Fold 3'),
    markdown: expect.stringContaining('[2]'),
    sources: expect.arrayContaining([expect.objectContaining({ position: 1 })]),
    citationPills: expect.arrayContaining([expect.objectContaining({ citationPillId: 1 })]),
    search_model_queries: expect.arrayContaining([{ query: 'Which kayak folds?' }]),
  });
  for (const field of ['related_queries', 'images', 'videos']) expect(body.result).not.toHaveProperty(field);
  expect(providers.calls).toMatchObject([
    {
      path: '/v1/responses',
      headers: { authorization: 'Bearer pplx-key-of-the-instance' },
      body: {
        model: 'perplexity/sonar',
        input: 'Which kayak folds?',
        tools: [{ type: 'web_search', user_location: { country: 'US', region: 'California' } }],
        stream: true,
      },
    },
  ]);
});

test('operators see that an endpoint was retired, and clients see only that the provider failed', async () => {
  behavior = { kind: 'recording', file: 'error-403-retired-endpoint.json' };
  const calls = providers.calls.length;
  const { status, body } = await tenant.send('POST', '/v1/monitor/answer', request);
  expect([status, body.error.code, body.error.details]).toEqual([
    502,
    'EXTERNAL_SERVICE_ERROR',
    { service: 'answer', attempts: 1 },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/retired|completions|interface/);
  expect(providers.calls.length).toBe(calls + 1);

  const page = await waitFor('the status page shows it', async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/status`)).text();
    return text.includes(sentence) ? text : undefined;
  });
  expect(page).toContain(`<li>${sentence} Until then, tasks of its engine fail.`);
  expect(page).not.toContain('raise the quota');
  expect(page).toMatch(/<td>Perplexity \(answer\)<\/td><td>retired<\/td>/);

  const command = startProcess(['lib/cli/main.ts', 'status'], instance.env);
  expect(await command.waitForExit(), command.output()).toBe(0);
  const { status: printed } = JSON.parse(command.output().trim().split('\n').at(-1) ?? '');
  expect(printed.openCircuits).toMatchObject([
    { provider: 'perplexity', engine: 'answer', reason: 'retired', notice: sentence },
  ]);

  const metrics = await (await fetch(`${instance.url}/metrics`)).text();
  expect(metrics).toContain(
    'answerscope_provider_circuits_open{provider="perplexity",reason="retired",keys="instance"} 1',
  );
  const line = instance.web
    .output()
    .split('\n')
    .find((entry) => entry.includes('circuit opened'));
  expect(JSON.parse(line ?? '')).toMatchObject({
    provider: 'perplexity',
    reason: 'retired',
    error: sentence,
    response: expect.stringContaining('403: chat_completions_not_available'),
  });
});

test('the first answer closes the circuit', async () => {
  behavior = undefined;
  expect((await tenant.send('POST', '/v1/monitor/answer', request)).status).toBe(200);
  await waitFor('no problem is left', async () =>
    (await (await fetch(`http://127.0.0.1:${metricsPort}/status`)).text()).includes('No problems found.'),
  );
});
