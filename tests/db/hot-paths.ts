import { randomUUID } from 'node:crypto';
import { routes } from '#lib/contract/routes';
import { systemClock } from '#lib/core/time';
import { getAnswer } from '#lib/dashboard/analytics/answers/get-answer';
import { listAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import { getFanOut } from '#lib/dashboard/analytics/fan-out/fan-out';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { getDomain } from '#lib/dashboard/analytics/sources/domain';
import { getSources } from '#lib/dashboard/analytics/sources/sources';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { listRuns } from '#lib/dashboard/runs/list-runs';
import { startRun } from '#lib/dashboard/runs/run-store';
import type { Context } from '#lib/db/context';
import type { WorkSource } from '#lib/queue/dispatcher';
import { flushService } from '#lib/service/instance/service';
import { listRequests } from '#lib/service/request-log/list-requests';
import { createTaskSource } from '#lib/service/tasks/task-source';
import { getMonthlyUsage } from '#lib/service/usage/get-monthly-usage';
import { listLedger } from '#lib/service/usage/list-ledger';
import { getUsageByDay } from '#lib/service/usage/usage-by-day';
import { createDeliverySource } from '#lib/service/webhooks/delivery-source';
import { listDeliveries } from '#lib/service/webhooks/list-deliveries';
import { createJobHandlers } from '#lib/worker/jobs';
import { buildDelivery, listRunItems, receiveDelivery } from '#tests/support/dashboard';
import type { Tenant, TestResponse, TestService } from '#tests/support/service';

/** An organization with a project and a webhook endpoint. */
export interface HotPathSubject {
  testService: TestService;
  tenant: Tenant;
  context: Context;
  projectId: string;
  webhookUrl: string;
}

/** The database work caused by tasks, requests, answers, page views and recurring jobs, by name. */
export const hotPaths: Record<string, (subject: HotPathSubject) => Promise<void>> = {
  async tasks({ testService, tenant, webhookUrl }) {
    const { service } = testService;
    const payload = { prompt: 'Which kayak is best?', country: 'US' };
    const task = { taskType: 'GEN', payload, webhook: { url: webhookUrl } };
    const created = await send(tenant, 'POST', '/v1/async/task/batch', [task, task, task]);
    await send(tenant, 'POST', '/v1/async/task', { ...task, idempotencyKey: randomUUID() });
    await send(tenant, 'GET', `/v1/async/task/${created.body.results[0].task.id}`);
    await send(tenant, 'GET', '/v1/async/status');
    await processQueue(createTaskSource(service));
    await processQueue(createDeliverySource(service));
  },
  async 'sync requests'({ tenant }) {
    await send(tenant, 'POST', '/v1/monitor/chat', { prompt: 'Which kayak is best?', country: 'US' });
    await send(tenant, 'GET', '/v1/credits');
  },
  async 'usage and logs'({ testService, context }) {
    await flushService(testService.service);
    const period = { from: '2026-01-01', to: '2026-12-31' };
    await listRequests(context);
    await listRequests(context, { status: 'error' });
    await listLedger(context, period);
    await getUsageByDay(context, { ...period, groupBy: 'engine' });
    await getMonthlyUsage(context);
    await listDeliveries(context);
  },
  async ingestion({ context, projectId }) {
    const run = await startRun(context, {
      projectId,
      kind: 'manual',
      engines: ['office'],
      countries: ['US'],
      samples: 2,
    });
    for (const item of await listRunItems(context, run?.runId ?? '')) {
      const delivery = buildDelivery(item, {
        text: 'Fjordwing is great for the sea, and Paddlemoor is not.',
        sources: ['https://news.example/a', 'https://fjordwing.example/b'],
        cited: ['https://news.example/a'],
        searchQueries: ['best kayak'],
      });
      await receiveDelivery(context, delivery);
    }
    await ingestAnswers(context);
  },
  async pages({ context, projectId }) {
    for (const search of [{}, { days: '91', compare: 'none' }, { topic: 'Kayaks', engine: 'office' }]) {
      const filters = parseFilters({ id: projectId, timeZone: 'UTC' }, search, systemClock);
      await getOverview(context, filters);
      await getSources(context, filters);
      await getDomain(context, filters, { domain: 'news.example' });
      await getPromptBreakdown(context, filters);
      await getCompetitors(context, filters);
      await getFanOut(context, filters);
      const { answers } = await listAnswers(context, filters);
      await getAnswer(context, { projectId, answerId: answers[0]?.id ?? '' });
    }
    await listRuns(context, { projectId });
  },
  async 'metrics API'({ tenant, projectId }) {
    for (const { path } of Object.values(routes)) {
      if (!path.startsWith('/v1/metrics/')) continue;
      const query = new URLSearchParams({ project: projectId, ...metricQueries[path] });
      await send(tenant, 'GET', path.endsWith('/projects') ? path : `${path}?${query}`);
    }
  },
  async 'recurring jobs'({ testService }) {
    for (const { cron, run } of createJobHandlers(testService.service)) {
      if (cron !== undefined) await run({}, { id: '', signal: AbortSignal.timeout(60_000) });
    }
  },
};

/** Parameters that some endpoints require. */
const metricQueries: Record<string, Record<string, string>> = { '/v1/metrics/breakdown': { by: 'engine' } };

async function send(tenant: Tenant, method: string, path: string, body?: unknown): Promise<TestResponse> {
  const response = await tenant.send(method, path, body);
  if (response.status >= 400) throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`);
  return response;
}

/** Claims, releases, renews, runs and settles the items of a queue. */
async function processQueue<Item, Outcome>(source: WorkSource<Item, Outcome>): Promise<void> {
  await source.release(await source.claim(1));
  const claimed = await source.claim(100);
  await source.renew(claimed);
  const settlements = await Promise.all(
    claimed.map(async (item) => ({ item, outcome: await source.run(item, AbortSignal.timeout(30_000)) })),
  );
  await source.settle(settlements);
  await source.recover?.();
}
