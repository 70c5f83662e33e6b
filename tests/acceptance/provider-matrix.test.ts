import { afterAll, beforeAll, expect, test } from 'vitest';
import { getRequestCredits } from '#lib/contract/credits';
import { type Engine, engineSpecs, engines, toTaskType } from '#lib/contract/engines';
import { engineSchema, requestSchemas } from '#lib/contract/requests';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { openDatabase, type PooledDatabase } from '#lib/db/database';
import { listCommonFailures, selectInjectedFailure } from '#scripts/mock-providers/injected-failures';
import type { MockBehavior, MockCall } from '#scripts/mock-providers/mock-provider';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { createDatabase, type TestDatabase } from '#tests/support/database';
import { createTenant, type Instance, startInstance } from '#tests/support/instance';
import { fixturesFolder } from '#tests/support/recordings';
import { waitFor } from '#tests/support/wait';

const countries = ['US', 'DE', 'JP'];
const promptsPerEngine = 20;
const startingCredits = 100_000;
const key = 'any';

/** One task per prompt, engine and country; all prompts differ. */
const requests = countries.flatMap((country) =>
  engines.flatMap((engine) =>
    Array.from({ length: promptsPerEngine }, (_, n) => {
      const prompt = `${engine} ${country}: which kayak folds ${n} times?`;
      const include = engine === 'chat' && n % 2 === 0 ? { searchQueries: true } : {};
      const pages = engineSpecs[engine].acceptsPages && n % 2 === 0 ? { pages: 2 } : {};
      const payload = { [engineSpecs[engine].promptField]: prompt, country, include, ...pages };
      return { engine, prompt, payload };
    }),
  ),
);

/** The body of a response with status 200 that reports an error, by provider. */
const errorBodies: Record<MockCall['provider'], unknown> = {
  openai: toServerSentEvent({
    type: 'response.failed',
    response: { status: 'failed', error: { code: 'server_error' } },
  }),
  xai: toServerSentEvent({ type: 'error', code: 'server_error', message: 'Failed by the test.' }),
  gemini: toServerSentEvent({ error: { code: 503, message: 'Failed by the test.', status: 'UNAVAILABLE' } }),
  perplexity: toServerSentEvent({
    type: 'response.failed',
    error: { code: 500, message: 'Failed by the test.', type: 'internal_server_error' },
  }),
  serpapi: {
    search_metadata: { status: 'Error' },
    error: "We couldn't get valid results for this search. Please try again later.",
  },
  dataforseo: {
    status_code: 20_000,
    tasks: [{ status_code: 40_101, status_message: 'Internal SE Server Error.' }],
  },
};

function toServerSentEvent(event: object): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

const rejection: MockBehavior = {
  kind: 'response',
  status: 400,
  body: { error: { code: 400, message: 'Rejected by the test.' } },
};

/** The failure injected into each call of a prompt, in order; undefined for calls without one. */
const behaviorsByPrompt = new Map<string, (MockBehavior | undefined)[]>();

function getBehavior(call: MockCall): MockBehavior | undefined {
  const failures = [
    ...listCommonFailures(150),
    { kind: 'response', status: 200, body: errorBodies[call.provider] } as const,
    rejection,
  ];
  const behavior = selectInjectedFailure(call, 0.2, failures);
  behaviorsByPrompt.set(call.prompt, [...(behaviorsByPrompt.get(call.prompt) ?? []), behavior]);
  return behavior;
}

let mockProviders: MockProviderServer;
let database: TestDatabase;
let db: PooledDatabase;
let instance: Instance;

beforeAll(async () => {
  mockProviders = await startMockProviders({ folder: fixturesFolder, getBehavior });
  database = await createDatabase();
  db = openDatabase(database.url, { max: 2 });
  instance = await startInstance({
    databaseUrl: database.url,
    env: {
      OPENAI_API_KEY: key,
      OPENAI_BASE_URL: mockProviders.url,
      GEMINI_API_KEY: key,
      GEMINI_BASE_URL: mockProviders.url,
      XAI_API_KEY: key,
      XAI_BASE_URL: `${mockProviders.url}/xai`,
      PERPLEXITY_API_KEY: key,
      PERPLEXITY_BASE_URL: mockProviders.url,
      SERPAPI_API_KEY: key,
      SERPAPI_BASE_URL: mockProviders.url,
      DATAFORSEO_LOGIN: key,
      DATAFORSEO_PASSWORD: key,
      DATAFORSEO_BASE_URL: mockProviders.url,
      ENGINE_PROVIDERS: 'searchai=dataforseo,search/news=dataforseo',
      LOG_LEVEL: 'error',
    },
  });
});

afterAll(async () => {
  await instance?.stop();
  await mockProviders?.close();
  await db.$client?.end();
  await database?.drop();
});

interface FinishedTask {
  engine: Engine;
  prompt: string;
  status: string;
  response: Record<string, unknown> & { error?: { code: string; details: object } };
  charged: number;
}

async function listTasks(organizationId: string): Promise<FinishedTask[]> {
  const { rows } = await db.$client.query<FinishedTask>(
    `SELECT engine, request ->> 'prompt' AS prompt, status, response, credits_charged AS charged
     FROM tasks WHERE organization_id = $1`,
    [organizationId],
  );
  return rows;
}

test('ends all tasks of 3 countries × 9 engines × 20 prompts while a fifth of the provider calls fail', async () => {
  const tenant = await createTenant(instance, { credits: startingCredits, asyncConcurrency: 64 });
  for (let offset = 0; offset < requests.length; offset += 300) {
    const batch = requests
      .slice(offset, offset + 300)
      .map(({ engine, payload }) => ({ taskType: toTaskType(engine), payload }));
    const { body } = await tenant.send('POST', '/v1/async/task/batch', batch);
    expect(body.summary).toMatchObject({ total: batch.length, failed: 0 });
  }
  const isIdle = async () => {
    const { body } = await tenant.send('GET', '/v1/async/status');
    return body.queuedTasks === 0 && body.processingTasks === 0 && body.concurrency.used === 0;
  };
  await waitFor('every task has ended', isIdle, { seconds: 100, everyMs: 250 });

  const tasks = new Map((await listTasks(tenant.id)).map((task) => [task.prompt, task]));
  expect(tasks.size).toBe(requests.length);
  const statuses = new Set([...tasks.values()].map(({ status }) => status));
  expect(statuses).toEqual(new Set(['COMPLETED', 'FAILED']));
  let charged = 0;
  for (const { engine, prompt, payload } of requests) {
    const { status, response, charged: cost } = tasks.get(prompt) ?? expect.fail(`${prompt} is missing`);
    const calls = behaviorsByPrompt.get(prompt) ?? [];
    if (status === 'FAILED') {
      // A task fails after a rejection, which is not retried, or after ten failed attempts.
      const failures = calls.filter((behavior) => behavior !== undefined);
      expect(failures.includes(rejection) || failures.length >= 10, prompt).toBe(true);
      expect(response.error).toMatchObject({ code: 'EXTERNAL_SERVICE_ERROR', details: { service: engine } });
      expect(cost).toBe(0);
    } else {
      expect(status, prompt).toBe('COMPLETED');
      expect(calls.at(-1), `the last call of ${prompt}`).toBeUndefined();
      const parsed = resultSchemas[engineSchema.parse(engine)].safeParse(response);
      expect(parsed.error?.issues ?? [], prompt).toEqual([]);
      expect(cost).toBe(getRequestCredits(engine, requestSchemas[engine].parse(payload)));
      charged += cost;
    }
  }

  const behaviors = [...behaviorsByPrompt.values()].flat();
  const share = behaviors.filter((behavior) => behavior !== undefined).length / behaviors.length;
  expect(share).toBeGreaterThan(0.15);
  expect(share).toBeLessThan(0.25);
  const kinds = new Set(
    behaviors.flatMap((behavior) =>
      behavior ? [`${behavior.kind} ${'status' in behavior ? behavior.status : ''}`] : [],
    ),
  );
  expect([...kinds].sort()).toEqual(
    [
      'drip ',
      'response 200',
      'response 400',
      'response 429',
      'response 500',
      'response 503',
      'hang ',
      'malformed ',
      'truncate ',
    ].sort(),
  );
  expect(new Set(mockProviders.calls.map(({ provider }) => provider)).size).toBe(6);

  const { rows } = await db.$client.query(
    `SELECT balance, held, in_flight,
       (SELECT sum(amount) FROM credit_ledger WHERE credit_ledger.organization_id = credit_balances.organization_id) AS ledger
     FROM credit_balances WHERE organization_id = $1`,
    [tenant.id],
  );
  const balance = startingCredits - charged;
  expect(rows).toEqual([{ balance, held: 0, in_flight: 0, ledger: balance }]);
  expect((await tenant.send('GET', '/v1/credits')).body).toMatchObject({ remaining: balance, held: 0 });
  expect([instance.web.isRunning(), instance.worker.isRunning()]).toEqual([true, true]);
});
