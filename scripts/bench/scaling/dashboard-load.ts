import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { encode } from 'next-auth/jwt';
import pLimit from 'p-limit';
import { signWebhook } from '#lib/contract/sign-webhook';
import { systemClock } from '#lib/core/time';
import { getWebhookUrl, saveApiCredentials } from '#lib/dashboard/api-credentials/api-credentials';
import type { Context } from '#lib/db/context';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { createSession } from '#lib/service/users/sessions';
import { enableSigning } from '#lib/service/webhooks/signing';
import { type BenchProject, createSmallFixtures } from '#scripts/bench/dashboard/fixtures';
import { populateDatabase } from '#scripts/bench/dashboard/populate';
import { buildRecords } from '#scripts/bench/dashboard/records';
import type { MeasuredInstance } from '#scripts/bench/scaling/instance';
import { createOwner, getUserId } from '#tests/support/owners';

/** Sends webhooks for a project with 10,080 answers, and opens its pages. */
export interface DashboardLoad {
  /** Sends the deliveries of `count` answers, `rate` per second or as fast as possible, and waits until they are ingested. */
  receiveAnswers(count: number, rate?: number): Promise<void>;
  /** Opens pages in turn, `rate` per second or one after the other. */
  viewPages(count: number, rate?: number): Promise<void>;
}

const pages = ['overview', 'prompts', 'sources', 'answers'];
const countries = ['US', 'DE', 'JP', 'GB', 'FR'];
const timeoutSeconds = 120;

export async function createDashboardLoad(instance: MeasuredInstance): Promise<DashboardLoad> {
  const { db, adminUrl, http, sessionSecret } = instance;
  const owner: Context = { ...(await createOwner(db)), clock: systemClock };
  const fixtures = createSmallFixtures();
  const project: BenchProject = { ...fixtures.measured, organizationId: owner.organizationId };
  await populateDatabase(adminUrl, { ...fixtures, measured: project });
  const session = await createSession(owner, {
    userId: getUserId(owner),
    ipAddress: '127.0.0.1',
    userAgent: '',
  });
  const token = { sessionId: session };
  const cookie = `answerscope.session=${await encode({ token, secret: sessionSecret, maxAge: 3600 })}`;
  const operator: Context = { ...owner, actor: { kind: 'operator' } };
  const { secret: apiKey } = await createApiKey(operator, { name: 'bench' });
  const { secret: signingSecret } = await enableSigning(operator);
  await saveApiCredentials(operator, { apiKey, signingSecret });
  const { pathname: webhookPath } = new URL(await getWebhookUrl(operator));
  const [from, to] = [project.days.at(-28), project.days.at(-1)];
  let viewed = 0;

  async function deliver(record: { task: { id: string } }): Promise<void> {
    const body = JSON.stringify(record);
    const secrets = { current: signingSecret, previous: null };
    const headers = signWebhook({ id: record.task.id, attempt: 1, body }, secrets, new Date());
    await send('POST', webhookPath, { headers: { ...headers, 'content-type': 'application/json' }, body });
  }

  async function send(
    method: 'GET' | 'POST',
    path: string,
    { headers, body = null }: { headers: Record<string, string>; body?: string | null },
  ): Promise<void> {
    const response = await http.request({ method, path, headers, body });
    const text = await response.body.text();
    if (response.statusCode < 300) return;
    throw new Error(`${method} ${path} responded with ${response.statusCode}: ${text.slice(0, 200)}`);
  }

  return {
    async receiveAnswers(count, rate) {
      const runId = randomUUID();
      const ids = await createRunItems(operator, project, { runId, count });
      await runAtRate(
        buildRecords(runId, ids).map((record) => () => deliver(record)),
        { rate, concurrency: 16 },
      );
      await waitUntilIngested(operator);
    },
    async viewPages(count, rate) {
      const requests = Array.from({ length: count }, () => () => {
        viewed += 1;
        const page = pages[viewed % pages.length];
        const path = `/projects/${project.projectId}/${page}?from=${from}&to=${to}`;
        return send('GET', path, { headers: { cookie, accept: 'text/html' } });
      });
      await runAtRate(requests, { rate, concurrency: 1 });
    },
  };
}

/** Runs functions at regular intervals, `rate` per second, or each as soon as fewer than `concurrency` are running. */
async function runAtRate(
  functions: readonly (() => Promise<void>)[],
  { rate, concurrency }: { rate: number | undefined; concurrency: number },
): Promise<void> {
  const limit = pLimit(rate === undefined ? concurrency : Number.POSITIVE_INFINITY);
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  for (const [index, run] of functions.entries()) {
    if (rate !== undefined) await wait(Math.max(0, startedAt + (index * 1000) / rate - performance.now()));
    running.push(limit(run));
  }
  await Promise.all(running);
}

async function createRunItems(
  { db, organizationId }: Context,
  { projectId, prompts }: BenchProject,
  { runId, count }: { runId: string; count: number },
): Promise<string[]> {
  await db.$client.query(
    `INSERT INTO runs (organization_id, project_id, id, kind, requested_at, engines, countries, samples, item_count, status)
     VALUES ($1, $2, $3, 'manual', now(), '{office}', $5, 27, $4, 'waiting')`,
    [organizationId, projectId, runId, count, countries],
  );
  const { rows } = await db.$client.query<{ id: string }>(
    `INSERT INTO run_items (organization_id, run_id, prompt_id, engine, country, sample, status)
     SELECT $1, $2, ($3::uuid[])[1 + n % cardinality($3::uuid[])], 'office', ($5::text[])[1 + n % 5], n, 'sent'
     FROM generate_series(1, $4::int) n RETURNING id`,
    [organizationId, runId, prompts, count, countries],
  );
  return rows.map(({ id }) => id);
}

async function waitUntilIngested({ db, organizationId }: Context): Promise<void> {
  const deadline = performance.now() + timeoutSeconds * 1000;
  while (performance.now() < deadline) {
    const { rows } = await db.$client.query(
      'SELECT FROM webhook_inbox WHERE organization_id = $1 AND ingested_at IS NULL LIMIT 1',
      [organizationId],
    );
    if (rows.length === 0) return;
    await wait(100);
  }
  throw new Error(`Not all answers were ingested within ${timeoutSeconds} seconds.`);
}
