import { afterAll, expect, test } from 'vitest';
import { listRequests, type RequestLogEntry } from '#lib/service/request-log/list-requests';
import { deleteExpiredData } from '#lib/service/retention/delete-expired';
import { startService } from '#tests/support/service';
import { startUnresponsiveProvider } from '#tests/support/unresponsive-provider';
import { waitFor } from '#tests/support/wait';

const provider = await startUnresponsiveProvider();
const { received } = provider;
const testService = await startService({ OPENAI_API_KEY: 'test', OPENAI_BASE_URL: provider.url });
afterAll(async () => {
  await testService.stop();
  provider.stop();
});
const request = { prompt: 'Which trail shoes last longest?', country: 'US' };
const createContext = (organizationId: string, role: 'editor' | 'viewer' = 'editor') => ({
  ...testService.service,
  organizationId,
  actor: { kind: 'member', userId: 'someone', role } as const,
});

async function readLog(organizationId: string, requests: number) {
  return waitFor('the requests are logged', async () => {
    const { entries: rows } = await listRequests(createContext(organizationId));
    return rows.length >= requests ? rows : undefined;
  });
}

test('shows successful, rejected and canceled requests only to the organization that sent them', async () => {
  const [organization, other] = [await testService.createTenant(), await testService.createTenant()];
  const answered = await organization.send('POST', '/v1/monitor/gen?secret=1', request);
  await organization.send('GET', '/v1/nothing');
  await organization.send('GET', '/v1/states?country=US', undefined, { authorization: 'Bearer unknown' });
  const controller = new AbortController();
  const canceled = fetch(`${testService.baseUrl}/v1/monitor/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${organization.secret}` },
    body: Buffer.from(JSON.stringify(request)),
    signal: controller.signal,
  });
  await waitFor('the provider receives the request', () => received.length === 1);
  controller.abort();
  await expect(canceled).rejects.toThrow();
  const rows = await readLog(organization.id, 3);
  expect(
    rows.map(({ method, path, engine, status, code, creditsCharged }) => [
      method,
      path,
      engine,
      status,
      code,
      creditsCharged,
    ]),
  ).toEqual([
    ['POST', '/v1/monitor/chat', 'chat', 499, 'REQUEST_CANCELED', 5],
    ['GET', '/v1/nothing', null, 404, 'RESOURCE_NOT_FOUND', 0],
    ['POST', '/v1/monitor/gen', 'gen', 200, null, 4],
  ]);
  expect(rows.at(-1)).toMatchObject({ id: answered.headers.get('x-request-id'), keyId: organization.keyId });
  expect(Math.abs((rows.at(-1)?.latencyMs ?? 0) - Number(answered.headers.get('x-latency-ms')))).toBe(0);
  expect(await listRequests(createContext(other.id))).toEqual({ entries: [], next: null });
});

test('filters by key, status, endpoint and time, and returns pages without repeating or omitting entries', async () => {
  const organization = await testService.createTenant();
  const context = createContext(organization.id);
  const now = Date.now();
  await testService.db.$client.query(
    `INSERT INTO requests (organization_id, id, key_id, method, path, status, credits_charged, latency_ms, received_at)
     SELECT $1, gen_random_uuid(), CASE n % 2 WHEN 0 THEN $2::uuid ELSE gen_random_uuid() END,
       CASE n % 3 WHEN 0 THEN 'GET' ELSE 'POST' END,
       CASE n % 3 WHEN 0 THEN '/v1/async/task/' || gen_random_uuid() WHEN 1 THEN '/v1/async/task/batch' ELSE '/v1/monitor' END,
       (ARRAY[200, 404, 503])[1 + n % 3], 0, 5, $3::timestamptz - (n / 5) * interval '30 minutes'
     FROM generate_series(0, 59) n`,
    [organization.id, organization.keyId, new Date(now)],
  );
  const listAll = async (filters: Parameters<typeof listRequests>[1] = {}) => {
    const all: RequestLogEntry[] = [];
    for (let before: string | undefined; ; ) {
      const { entries, next } = await listRequests(context, { ...filters, before }, 7);
      all.push(...entries);
      if (next === null) return all;
      before = next;
    }
  };
  const all = await listAll();
  expect([all.length, new Set(all.map(({ id }) => id)).size]).toEqual([60, 60]);
  const count = async (filters: Parameters<typeof listRequests>[1]) => (await listAll(filters)).length;
  const entriesOfKey = await listAll({ key: organization.keyId });
  expect([entriesOfKey.length, new Set(entriesOfKey.map(({ keyName }) => keyName))]).toEqual([
    30,
    new Set(['test']),
  ]);
  expect([await count({ status: 'success' }), await count({ status: 'error' })]).toEqual([20, 40]);
  expect([await count({ status: '4xx' }), await count({ status: '5xx' })]).toEqual([20, 20]);
  expect(await count({ endpoint: 'getTask' })).toBe(20);
  expect([await count({ endpoint: 'createTasks' }), await count({ endpoint: 'monitor' })]).toEqual([20, 20]);
  expect(await count({ endpoint: 'getTask', status: '5xx' })).toBe(0);
  const { id = '' } = all.at(-1) ?? {};
  for (const before of [
    `2026-02-30T00:00:00.000Z ${id}`,
    `0000-01-01T00:00:00.000Z ${id}`,
    `Tue,24,Nov,2026,10:00:00 ${id}`,
    `2026-11-24T10:00:00.000Z ${'-'.repeat(36)}`,
  ]) {
    expect((await listRequests(context, { before })).entries, before).toHaveLength(60);
  }
  // Ten requests were received 0 or 30 minutes ago. Those from an hour ago are just outside the period.
  expect(await count({ period: 'hour' })).toBe(10);
});

test('viewers cannot read the log', async () => {
  const { id } = await testService.createTenant();
  await expect(listRequests(createContext(id, 'viewer'))).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
  });
});

test('keeps entries for 30 days', async () => {
  const organization = await testService.createTenant();
  await organization.send('GET', '/v1/states?country=US');
  const [row] = await readLog(organization.id, 1);
  const dayMs = 86_400_000;
  const deleteExpiredAfter = (days: number) =>
    deleteExpiredData(testService.db, {
      now: new Date(Number(row?.receivedAt) + days * dayMs),
      retentionHours: 24,
    });
  await deleteExpiredAfter(29.9);
  expect((await listRequests(createContext(organization.id))).entries).toHaveLength(1);
  await deleteExpiredAfter(30.1);
  expect((await listRequests(createContext(organization.id))).entries).toEqual([]);
});
