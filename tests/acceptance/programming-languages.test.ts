import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, toUtcDay } from '#lib/core/time';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import type { Project } from '#lib/dashboard/projects/project';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { getRunProgress } from '#lib/dashboard/runs/run-progress';
import type { Context } from '#lib/db/context';
import { openDatabase, type PooledDatabase } from '#lib/db/database';
import { listRecordings, type RecordedProvider, selectRecording } from '#scripts/mock-providers/recordings';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { buildMetricFilters } from '#tests/support/metric-filters';
import { createDatabase, type TestDatabase } from '../support/database';
import { type Instance, startInstance } from '../support/instance';
import { hasRecordings, recordingsFolder } from '../support/recordings';
import { expectedCounts } from './expected-counts';
import {
  countries,
  createTestProject,
  creditsPerPrompt,
  engines,
  startingCredits,
  startRunOfAllPrompts,
  waitForRun,
  waitForRunItems,
} from './main-workflow';

if (!hasRecordings) process.stderr.write('Skipped: the recorded provider responses are missing.\n');

const providers: Record<(typeof engines)[number], RecordedProvider> = {
  chat: 'openai',
  gen: 'gemini',
  answer: 'perplexity',
};
const itemCount = 60 * engines.length * countries.length;

describe.skipIf(!hasRecordings)('60 real prompts in three countries, answered from recordings', () => {
  let database: TestDatabase;
  let db: PooledDatabase;
  let mockProviders: MockProviderServer;
  let instance: Instance;

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url);
    // Slow enough that a process can be killed in the middle of a run.
    mockProviders = await startMockProviders({ folder: recordingsFolder, delayMs: 60 });
    instance = await startInstance({
      databaseUrl: database.url,
      pages: true,
      env: {
        OPENAI_API_KEY: 'any',
        OPENAI_BASE_URL: mockProviders.url,
        GEMINI_API_KEY: 'any',
        GEMINI_BASE_URL: mockProviders.url,
        PERPLEXITY_API_KEY: 'any',
        PERPLEXITY_BASE_URL: mockProviders.url,
        LEASE_SECONDS: '4',
        // The last wait is longer than a restart of the web process takes on a busy machine.
        WEBHOOK_RETRY_SECONDS: '1,4,15,40',
      },
    });
  }, 300_000);

  afterAll(async () => {
    await instance?.stop();
    await mockProviders?.close();
    await db.$client?.end();
    await database?.drop();
  });

  it('completes every run item by webhook, and the overview equals a manual count', async () => {
    const { context, project } = await createTestProject(db);
    const runId = await startRunOfAllPrompts(context, project);
    await waitForRun(context, runId);
    await expectCompleteRun(context, runId);
    const { rows } = await db.$client.query(
      'SELECT source, count(*) FROM webhook_inbox WHERE organization_id = $1 GROUP BY source',
      [context.organizationId],
    );
    expect(rows).toEqual([{ source: 'webhook', count: itemCount }]);
    await expectManualCounts(context, project);
  }, 180_000);

  it('survives kill -9 of the worker process: answers each run item once and charges exact credits', async () => {
    const { context, project } = await createTestProject(db);
    const runId = await startRunOfAllPrompts(context, project);
    await waitForRunItems(context, runId, 60);
    await instance.worker.end('SIGKILL');
    expect((await getRunProgress(context, { runId })).status).not.toBe('completed');
    instance.worker.start();
    await waitForRun(context, runId);
    await expectCompleteRun(context, runId);
    await expectManualCounts(context, project);
  }, 180_000);

  it('survives kill -9 of the web process: answers each run item once and charges exact credits', async () => {
    const { context, project } = await createTestProject(db);
    const runId = await startRunOfAllPrompts(context, project);
    await waitForRunItems(context, runId, 60);
    await instance.web.end('SIGKILL');
    expect((await getRunProgress(context, { runId })).status).not.toBe('completed');
    instance.web.start();
    await waitForRun(context, runId);
    await expectCompleteRun(context, runId);
    await expectManualCounts(context, project);
  }, 180_000);

  /** Expects that every item is answered once, every task is completed and charged once, and no credits are held. */
  async function expectCompleteRun(context: Context, runId: string): Promise<void> {
    expect(await getRunProgress(context, { runId })).toMatchObject({
      total: itemCount,
      answered: itemCount,
      failed: 0,
    });
    const { rows } = await db.$client.query(
      `SELECT
         (SELECT count(*) FROM answers WHERE organization_id = $1 AND run_id = $2) AS answers,
         (SELECT count(DISTINCT id) FROM answers WHERE organization_id = $1 AND run_id = $2) AS distinct_answers,
         (SELECT count(*) FROM tasks WHERE organization_id = $1 AND status = 'COMPLETED') AS completed,
         (SELECT count(*) FROM tasks WHERE organization_id = $1) AS tasks,
         (SELECT balance FROM credit_balances WHERE organization_id = $1) AS balance,
         (SELECT held FROM credit_balances WHERE organization_id = $1) AS held,
         (SELECT sum(amount) FROM credit_ledger WHERE organization_id = $1) AS ledger,
         (SELECT count(*) FROM credit_ledger WHERE organization_id = $1 AND kind = 'charge') AS charges`,
      [context.organizationId, runId],
    );
    const balance = startingCredits - 60 * countries.length * creditsPerPrompt;
    expect(rows[0]).toEqual({
      answers: itemCount,
      distinct_answers: itemCount,
      completed: itemCount,
      tasks: itemCount,
      balance,
      held: 0,
      ledger: balance,
      charges: itemCount,
    });
  }
});

/** Compares sources and mentions of the overview with manual counts of the replayed responses. */
async function expectManualCounts(context: Context, project: Project): Promise<void> {
  const prompts = await listPrompts(context, { projectId: project.id });
  expect(prompts).toHaveLength(60);
  const createTotals = () => new Map<string, number>();
  const expected = { mentioned: createTotals(), listed: createTotals(), cited: createTotals() };
  const increment = (totals: Map<string, number>, name: string) =>
    totals.set(name, (totals.get(name) ?? 0) + 1);
  for (const engine of engines) {
    const provider = providers[engine];
    const files = await listRecordings(recordingsFolder, provider);
    for (const prompt of prompts) {
      for (const country of countries) {
        const file = selectRecording(provider, prompt.text, country, files) ?? '';
        const counts = expectedCounts[provider]?.[file];
        if (!counts)
          throw new Error(
            `There are no manual counts of ${provider}/${file}. Add them to expected-counts.ts.`,
          );
        for (const brand of Object.keys(counts.mentions)) increment(expected.mentioned, brand);
        for (const domain of Object.keys(counts.sources)) increment(expected.listed, domain);
        for (const domain of counts.cited) increment(expected.cited, domain);
      }
    }
  }
  const today = toUtcDay(context.clock.now());
  const filters = buildMetricFilters({
    projectId: project.id,
    from: addDays(today, -1),
    to: today,
    compare: 'none',
    branded: 'with',
  });
  const overview = await getOverview(context, filters);
  expect(overview.headline.answers).toBe(itemCount);
  expect(overview.headline.visibility).toMatchObject({
    numerator: expected.mentioned.get('Ruby'),
    denominator: itemCount,
  });
  const mentioned = overview.brandMetrics.filter((metrics) => metrics.mentioned > 0);
  expect(new Map(mentioned.map((metrics) => [metrics.brand.name, metrics.mentioned]))).toEqual(
    expected.mentioned,
  );
  expect(overview.topSources.domainCount).toBe(expected.listed.size);
  for (const source of overview.topSources.sources) {
    expect([source.domain, source.listed.numerator, source.cited.numerator]).toEqual([
      source.domain,
      expected.listed.get(source.domain),
      expected.cited.get(source.domain) ?? 0,
    ]);
  }
}
