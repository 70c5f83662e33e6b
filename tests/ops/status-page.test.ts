import { afterAll, expect, test } from 'vitest';
import { getEnv } from '#lib/core/env';
import { openDatabase } from '#lib/db/database';
import { describeFailedCheck, listProblems } from '#lib/service/instance/instance-status';
import { findFreePort } from '#scripts/system/free-port';
import { createDatabase } from '#tests/support/database';
import { createTenant, startInstance } from '#tests/support/instance';
import { waitFor } from '#tests/support/wait';

const database = await createDatabase();
const db = openDatabase(database.url, { max: 2 });
const port = await findFreePort();
const instance = await startInstance({
  databaseUrl: database.url,
  env: { WORKER_METRICS_PORT: String(port), LOG_LEVEL: 'silent' },
});
afterAll(async () => {
  await instance.stop();
  await db.$client.end();
  await database.drop();
});

const readPage = async () => {
  const response = await fetch(`http://127.0.0.1:${port}/status`);
  return { response, text: await response.text() };
};

test('shows the processes, jobs and credits of the instance, and no problems', async () => {
  await createTenant(instance);
  const { response, text } = await waitFor('the jobs are listed', async () => {
    const page = await readPage();
    return page.text.includes('<td>ingest-answers</td>') ? page : undefined;
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(text).toContain('<h1>Instance status</h1>');
  expect(text).toContain('No problems found.');
  expect(text).toContain('<td>answerscope web</td>');
  expect(text).toContain('<td>answerscope worker</td>');
  expect(text).toMatch(/<td>Workers<\/td><td>1<\/td>/);
  expect(text).toMatch(/<td>Credits of all organizations<\/td><td>[1-9][\d,]*<\/td>/);
  expect(text).not.toContain('<script');
});

test('lists an open circuit breaker with its provider, and reports it as a problem', async () => {
  await db.$client.query(
    `INSERT INTO circuit_breakers (organization_id, provider, key_fingerprint, reason, opened_at, probe_at, failed_probes)
     VALUES ('00000000-0000-0000-0000-000000000000', 'openai', '0123456789abcdef', 'quota', now() - interval '5 minutes', now() + interval '1 hour', 3)`,
  );
  const { text } = await readPage();
  expect(text).toContain('<li>Circuit breakers are open');
  expect(text).toMatch(/<td>OpenAI<\/td><td>quota<\/td><td>5 min<\/td><td class="number">3<\/td>/);
});

test('reports each of several problems once, and none for an instance that works', () => {
  const now = new Date('2026-11-12T06:00:00Z');
  const settings = { ...getEnv(), SMTP_URL: 'smtp://localhost' };
  const none = { count: 0, oldestSeconds: 0 };
  const works = {
    queue: [{ priority: 1, count: 1, oldestSeconds: 600 }],
    deliveries: none,
    disabledEndpoints: 0,
    inbox: none,
    emails: none,
    credits: { balance: 0, held: 0 },
    workers: 1,
    databaseBytes: 1,
    openCircuits: [],
    browserErrors: [],
    providerChecks: [],
    readReplica: null,
    processes: [],
    jobsScheduledAt: new Date('2026-11-12T05:57:00Z'),
    jobs: [],
    migrations: { applied: 1, newestAt: now },
  };
  expect(listProblems(works, { now, settings })).toEqual([]);
  const old = { count: 1, oldestSeconds: 3601 };
  const problems = listProblems(
    {
      ...works,
      workers: 0,
      queue: [{ priority: 1, ...old }],
      deliveries: old,
      inbox: old,
      emails: old,
      browserErrors: [
        {
          message: 'TypeError: x is not a function',
          stack: '',
          page: '/projects/:id/overview',
          version: '0.1.0',
          browser: 'Firefox on Linux',
          count: 3,
          firstReportedAt: new Date('2026-11-01T06:00:00Z'),
          lastReportedAt: new Date('2026-11-12T05:00:00Z'),
        },
      ],
      readReplica: { isUsable: false, lagSeconds: null, behindBytes: 0, problem: 'not checked yet' },
      jobsScheduledAt: new Date('2026-11-12T05:56:59Z'),
    },
    { now, settings },
  );
  expect(problems.map((text) => text.split(/[,.]/, 1)[0])).toEqual([
    'No worker is running',
    'A task has been queued for more than 10 minutes',
    'Webhook deliveries start more than two minutes late',
    'Received answers have not been ingested for more than three minutes',
    'An email has waited for more than an hour',
    'The read replica is not used',
    'Browsers reported errors in pages within the last day',
    'The recurring jobs have not been enqueued for more than three minutes',
  ]);
  const withoutSmtp = { ...settings, SMTP_URL: undefined };
  expect(listProblems({ ...works, emails: old }, { now, settings: withoutSmtp })).toEqual([]);
});

test('says about a failed check of a provider what happened and what to do, once', () => {
  const formatFailure = (kind: string, message: string) =>
    describeFailedCheck({
      provider: 'perplexity',
      title: 'Perplexity',
      engine: 'answer',
      status: 'failed',
      checkedAt: new Date('2026-11-12T04:12:00Z'),
      passedAt: null,
      error: { kind, message },
      findings: [],
    });
  expect(formatFailure('retired', 'Perplexity retired this endpoint; update Answerscope.')).toBe(
    'The daily check of Perplexity failed. Perplexity retired this endpoint; update Answerscope. To repeat it, run npm run cli -- providers check --provider perplexity.',
  );
  expect(formatFailure('permanent', 'Perplexity returned 401: Invalid key.')).toBe(
    'The daily check of Perplexity failed. Perplexity returned 401: Invalid key. Check the key, the quota and the status page of the provider. To repeat it, run npm run cli -- providers check --provider perplexity.',
  );
});
