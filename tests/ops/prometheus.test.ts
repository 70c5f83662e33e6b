import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { findFreePort } from '#scripts/system/free-port';
import { createDatabase } from '#tests/support/database';
import { createTenant, startInstance } from '#tests/support/instance';
import { root } from '#tests/support/process';
import { waitFor } from '#tests/support/wait';

const database = await createDatabase();
const metricsPort = await findFreePort();
const instance = await startInstance({
  databaseUrl: database.url,
  // The metrics of the read replica are reported only with DATABASE_READ_URL, here even without a replica.
  env: { WORKER_METRICS_PORT: String(metricsPort), DATABASE_READ_URL: database.url, LOG_LEVEL: 'error' },
});
afterAll(async () => {
  await instance.stop();
  await database.drop();
});

const scrape = async (url: string) => (await fetch(`${url}/metrics`)).text();
const scrapeWorker = () => scrape(`http://127.0.0.1:${metricsPort}`);

/** Lists the metrics that a scrape declares. A histogram is listed as the names of its series. */
function listNames(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
}

const read = (path: string) => readFileSync(join(root, 'ops', path), 'utf8');

const ruleSchema = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z
    .string()
    .regex(/^\d+[smh]$/)
    .optional(),
  labels: z.object({ severity: z.enum(['warning', 'critical']) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string() }),
});
const { groups } = z
  .object({ groups: z.array(z.object({ name: z.string(), rules: z.array(ruleSchema) })) })
  .parse(parse(read('prometheus/alerts.yml')));
const dashboard = z
  .object({
    panels: z.array(
      z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }),
    ),
  })
  .parse(JSON.parse(read('grafana/answerscope.json')));

const queries = [
  ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const)),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** Returns the metrics that a query selects. @throws Error if it is not valid PromQL */
function listSelectedMetrics(query: string): string[] {
  const text = query.replaceAll('$__rate_interval', '1m');
  const names: string[] = [];
  parser.parse(text).iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`Invalid PromQL at ${node.from}: ${text}`);
      if (node.name === 'Identifier') names.push(text.slice(node.from, node.to));
    },
  });
  return names;
}

test('every query of the dashboard and the alerts is valid PromQL and selects only metrics that the web process or the worker reports', async () => {
  const names = new Set([...listNames(await scrape(instance.url)), ...listNames(await scrapeWorker())]);
  const unknown = queries.flatMap(([title, query]) =>
    listSelectedMetrics(query)
      .filter((name) => !names.has(name))
      .map((name) => `${title}: ${name}`),
  );
  expect(unknown).toEqual([]);
  expect(queries.length).toBeGreaterThan(50);
  expect(() => listSelectedMetrics('sum by (le (rate(a[5m]))')).toThrow('Invalid PromQL');
});

test('the worker reports tasks, credits, queue operations and database connections', async () => {
  const tenant = await createTenant(instance, { credits: 100 });
  const body = { taskType: 'GEN', payload: { prompt: 'Which kayak folds?', country: 'US' }, priority: 7 };
  await tenant.send('POST', '/v1/async/task', body);
  const text = await waitFor('the task is counted', async () => {
    const scraped = await scrapeWorker();
    return scraped.includes('answerscope_task_attempts_count 1') ? scraped : undefined;
  });
  for (const line of [
    'answerscope_task_start_seconds_count{priority="7"} 1',
    'answerscope_task_completion_seconds_count{engine="gen",status="completed"} 1',
    'answerscope_task_attempts_sum 1',
    'answerscope_credits_charged_total{engine="gen"} 4',
    'answerscope_queue_operation_seconds_count{queue="tasks",operation="settle"} 1',
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).toContain('answerscope_database_connections{pool="worker",state="idle"}');
  expect(text).not.toContain(tenant.id);
  const health = await fetch(`http://127.0.0.1:${metricsPort}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
  expect((await fetch(`http://127.0.0.1:${metricsPort}/v1/credits`)).status).toBe(404);
});
