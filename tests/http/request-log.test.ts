import { createServer, type ServerResponse } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { listRequests } from '#lib/service/request-log/request-log';
import { deleteExpiredData } from '#lib/service/retention/delete-expired';
import { waitFor } from '#tests/support/wait';
import { getServerUrl, startService } from '../support/service';

const asked: ServerResponse[] = [];
const vendor = createServer((_, response) => asked.push(response));
await new Promise<void>((done) => vendor.listen(0, '127.0.0.1', done));
const run = await startService({ OPENAI_API_KEY: 'test', OPENAI_BASE_URL: getServerUrl(vendor) });
afterAll(async () => {
  await run.stop();
  vendor.closeAllConnections();
  vendor.close();
});
const question = { prompt: 'Which trail shoes last longest?', country: 'US' };
const contextOf = (organizationId: string, role: 'editor' | 'viewer' = 'editor') => ({
  ...run.service,
  organizationId,
  actor: { kind: 'member', userId: 'someone', role } as const,
});

async function logOf(organizationId: string, requests: number) {
  return waitFor('the requests are logged', async () => {
    const rows = await listRequests(contextOf(organizationId));
    return rows.length >= requests ? rows : undefined;
  });
}

test('answered, refused and canceled requests stand in the log of their organization alone', async () => {
  const [tenant, other] = [await run.newOrganization(), await run.newOrganization()];
  const answered = await tenant.send('POST', '/v1/monitor/gen?secret=1', question);
  await tenant.send('GET', '/v1/nothing');
  await tenant.send('GET', '/v1/states?country=US', undefined, { authorization: 'Bearer nobody' });
  const leaving = new AbortController();
  const left = fetch(`${run.baseUrl}/v1/monitor/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.secret}` },
    body: Buffer.from(JSON.stringify(question)),
    signal: leaving.signal,
  });
  await waitFor('the engine is asked', () => asked.length === 1);
  leaving.abort();
  await expect(left).rejects.toThrow();
  const rows = await logOf(tenant.id, 3);
  expect(
    rows.map(({ method, path, status, code, creditsCharged }) => [
      method,
      path,
      status,
      code,
      creditsCharged,
    ]),
  ).toEqual([
    ['POST', '/v1/monitor/chat', 499, 'REQUEST_CANCELED', 5],
    ['GET', '/v1/nothing', 404, 'RESOURCE_NOT_FOUND', 0],
    ['POST', '/v1/monitor/gen', 200, null, 4],
  ]);
  expect(rows.at(-1)).toMatchObject({ id: answered.headers.get('x-request-id'), keyId: tenant.keyId });
  expect(Math.abs((rows.at(-1)?.latencyMs ?? 0) - Number(answered.headers.get('x-latency-ms')))).toBe(0);
  expect(await listRequests(contextOf(other.id))).toEqual([]);
  const failed = await listRequests(contextOf(tenant.id), { failed: true, limit: 1 });
  expect(failed.map(({ status }) => status)).toEqual([499]);
  const older = await listRequests(contextOf(tenant.id), { before: rows[0]?.receivedAt ?? new Date(0) });
  expect(older).toHaveLength(2);
});

test('a viewer may not read it', async () => {
  const { id } = await run.newOrganization();
  await expect(listRequests(contextOf(id, 'viewer'))).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
  });
});

test('it reaches back 7 days', async () => {
  const tenant = await run.newOrganization();
  await tenant.send('GET', '/v1/states?country=US');
  const [row] = await logOf(tenant.id, 1);
  const day = 86_400_000;
  const purgeAfter = (days: number) =>
    deleteExpiredData(run.db, { now: new Date(Number(row?.receivedAt) + days * day), retentionHours: 24 });
  await purgeAfter(6.9);
  expect(await listRequests(contextOf(tenant.id))).toHaveLength(1);
  await purgeAfter(7.1);
  expect(await listRequests(contextOf(tenant.id))).toEqual([]);
});
