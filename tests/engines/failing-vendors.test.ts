import { afterAll, expect, test } from 'vitest';
import { engines, taskTypeOf } from '#lib/contract/engines';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { startVendors } from '#lib/vendors/server';
import { authoredFolder } from '#tests/support/recordings';
import { startService } from '#tests/support/service';
import { until } from '#tests/support/until';

const vendors = await startVendors({ folder: authoredFolder, failureShare: 0.2, hangMs: 500 });
const key = 'any-key';
const stage = await startService({
  OPENAI_API_KEY: key,
  OPENAI_BASE_URL: vendors.url,
  GEMINI_API_KEY: key,
  GEMINI_BASE_URL: vendors.url,
  XAI_API_KEY: key,
  XAI_BASE_URL: `${vendors.url}/xai`,
  PERPLEXITY_API_KEY: key,
  PERPLEXITY_BASE_URL: vendors.url,
  SERPAPI_API_KEY: key,
  SERPAPI_BASE_URL: vendors.url,
  WORKER_CONCURRENCY: '128',
});
await stage.startWorker();
afterAll(async () => {
  await stage.stop();
  await vendors.close();
});

const countries = ['US', 'DE', 'BR'];
const prompts = Array.from({ length: 20 }, (_, index) => `Which kayak folds ${index + 1} times?`);

test('3 countries × 9 engines × 20 prompts end while a fifth of the calls fail in every way', async () => {
  const tenant = await stage.newOrganization({ plan: 'business', asyncConcurrency: 128 });
  const questions = countries.flatMap((country) =>
    engines.flatMap((engine) => prompts.map((prompt) => ({ country, engine, prompt }))),
  );
  expect(questions).toHaveLength(540);
  for (let from = 0; from < questions.length; from += 500) {
    const tasks = questions.slice(from, from + 500).map(({ country, engine, prompt }) => ({
      taskType: taskTypeOf(engine),
      payload: { country, [engine === 'search/news' || engine === 'search' ? 'query' : 'prompt']: prompt },
    }));
    const { body } = await tenant.send('POST', '/v1/async/task/batch', tasks);
    expect(body.summary.failed).toBe(0);
  }
  await until(
    'every task ends',
    async () => {
      const { body } = await tenant.send('GET', '/v1/async/status');
      return body.queuedTasks === 0 && body.processingTasks === 0;
    },
    { seconds: 100, everyMs: 250 },
  );
  const { rows: tasks } = await stage.pool.query(
    `SELECT engine, status, response, credits_charged AS charged, provider, attempt FROM tasks WHERE organization_id = $1`,
    [tenant.id],
  );
  const failed = tasks.filter(({ status }) => status === 'FAILED');
  // Only what no second attempt could mend: a refused request.
  expect(failed.length).toBeLessThan(30);
  for (const { response, charged } of failed) {
    expect(charged).toBe(0);
    expect(response.error).toMatchObject({
      code: 'EXTERNAL_SERVICE_ERROR',
      details: { attempts: expect.any(Number) },
    });
  }
  for (const { engine, status, response } of tasks) {
    if (status === 'FAILED') continue;
    expect(status).toBe('COMPLETED');
    const parsed = resultSchemas[engine as (typeof engines)[number]].safeParse(response);
    expect(parsed.error).toBeUndefined();
  }
  const { rows: standing } = await stage.pool.query(
    `SELECT a.held, a.balance, sum(l.amount) AS ledger, -sum(l.amount) FILTER (WHERE kind = 'charge') AS charged
     FROM credit_accounts a JOIN credit_ledger l USING (organization_id)
     WHERE organization_id = $1 GROUP BY 1, 2`,
    [tenant.id],
  );
  const charged = tasks.reduce((sum, task) => sum + task.charged, 0);
  expect(standing).toMatchObject([{ held: 0, balance: standing[0].ledger, charged }]);
}, 120_000);
