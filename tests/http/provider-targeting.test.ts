import { afterAll, expect, test } from 'vitest';
import { engines } from '#lib/contract/engines';
import { listTargetingFields } from '#lib/contract/requests';
import { parseEnv } from '#lib/core/env';
import { listEngineProviders, providerCatalog, selectProvider } from '#lib/providers/registry';
import { startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '#tests/support/recordings';
import { startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

let requests = 0;
const providers = await startMockProviders({
  folder: fixturesFolder,
  getBehavior() {
    requests += 1;
    return undefined;
  },
});
const testService = await startService({ SERPAPI_API_KEY: 'instance-key', SERPAPI_BASE_URL: providers.url });
afterAll(async () => {
  await testService.stop();
  await providers.close();
});
const organization = await testService.createTenant({ credits: 100 });
const body = { prompt: 'Which kayak folds?', country: 'US', state: 'CA' };
const message = 'SerpApi, which serves the office engine, cannot send state. Leave it out';

async function expectNothingCharged() {
  const { body: credits } = await organization.send('GET', '/v1/credits');
  expect([credits.remaining, credits.held, requests]).toEqual([100, 0, 0]);
}

test.each([
  ['/v1/monitor/office', body],
  ['/v1/monitor', { model: 'office', ...body }],
])('%s rejects a state that the provider cannot send, and charges nothing', async (path, input) => {
  const { status, body: response } = await organization.send('POST', path, input);
  expect([status, response.details]).toEqual([400, [{ field: 'state', message }]]);
  await expectNothingCharged();
});

test('rejects a task with such a state, alone and in a batch, with all other errors', async () => {
  const task = { taskType: 'OFFICE', payload: { ...body, include: { html: 1 } } };
  const details = [
    { field: 'payload.include.html', message: 'Expected boolean' },
    { field: 'payload.state', message },
  ];
  const single = await organization.send('POST', '/v1/async/task', task);
  expect([single.status, single.body.details]).toEqual([400, details]);
  const { status, body: batch } = await organization.send('POST', '/v1/async/task/batch', [task, task]);
  expect([status, batch.summary.failed]).toEqual([200, 2]);
  expect(batch.results[1].error).toMatchObject({ code: 'VALIDATION_ERROR', details: { fields: details } });
  await expectNothingCharged();
});

test('a queued task fails without a charge if its provider can no longer send the state', async () => {
  const { body: created } = await organization.send('POST', '/v1/async/task', {
    taskType: 'OFFICE',
    payload: { prompt: body.prompt, country: 'US' },
  });
  await testService.db.$client.query(
    `UPDATE tasks SET request = request || '{"state": "CA"}' WHERE id = $1`,
    [created.task.id],
  );
  const worker = await testService.startWorker();
  const record = await waitFor('it has failed', async () => {
    const { body: task } = await organization.send('GET', `/v1/async/task/${created.task.id}`);
    return task.task.status === 'FAILED' ? task : undefined;
  });
  expect(record).toMatchObject({
    response: { error: { code: 'VALIDATION_ERROR', message: `state: ${message}` } },
    credits: { creditsCharged: 0 },
  });
  await expectNothingCharged();
  await worker.stop();
});

test('every provider declares which targeting fields of its engines it can send', () => {
  const names = Object.keys(providerCatalog);
  for (const engine of engines) {
    for (const name of listEngineProviders(engine, parseEnv({ REMOTE_BASE_URL: 'http://localhost' }))) {
      expect(names).toContain(name);
      const keys = Object.fromEntries(
        providerCatalog[name].credentialSettings.map((setting) => [setting, 'key-of-the-provider']),
      );
      const settings = parseEnv({
        ...keys,
        REMOTE_BASE_URL: 'http://localhost',
        ENGINE_PROVIDERS: `${engine}=${name}`,
      });
      const { provider } = selectProvider(engine, settings);
      const unsupported = listTargetingFields(engine).filter((field) => !provider.targeting.includes(field));
      expect([engine, name, unsupported]).toEqual([
        engine,
        name,
        engine === 'office' && name === 'serpapi' ? ['state'] : [],
      ]);
    }
  }
});
