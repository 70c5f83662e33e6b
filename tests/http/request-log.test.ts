import { createServer, type ServerResponse } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { listRequests } from '#lib/service/request-log/request-log';
import { deleteExpiredData } from '#lib/service/retention/delete-expired';
import { getServerUrl, startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

/** Requests that the provider received and never responds to. */
const received: ServerResponse[] = [];
const provider = createServer((_, response) => received.push(response));
await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
const testService = await startService({ OPENAI_API_KEY: 'test', OPENAI_BASE_URL: getServerUrl(provider) });
afterAll(async () => {
  await testService.stop();
  provider.closeAllConnections();
  provider.close();
});
const request = { prompt: 'Which trail shoes last longest?', country: 'US' };
const createContext = (organizationId: string, role: 'editor' | 'viewer' = 'editor') => ({
  ...testService.service,
  organizationId,
  actor: { kind: 'member', userId: 'someone', role } as const,
});

async function readLog(organizationId: string, requests: number) {
  return waitFor('the requests are logged', async () => {
    const rows = await listRequests(createContext(organizationId));
    return rows.length >= requests ? rows : undefined;
  });
}

test('logs successful, rejected and canceled requests of an organization only for it', async () => {
  const [organization, other] = [await testService.newOrganization(), await testService.newOrganization()];
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
  expect(rows.at(-1)).toMatchObject({ id: answered.headers.get('x-request-id'), keyId: organization.keyId });
  expect(Math.abs((rows.at(-1)?.latencyMs ?? 0) - Number(answered.headers.get('x-latency-ms')))).toBe(0);
  expect(await listRequests(createContext(other.id))).toEqual([]);
  const failed = await listRequests(createContext(organization.id), { failed: true, limit: 1 });
  expect(failed.map(({ status }) => status)).toEqual([499]);
  const older = await listRequests(createContext(organization.id), {
    before: rows[0]?.receivedAt ?? new Date(0),
  });
  expect(older).toHaveLength(2);
});

test('viewers cannot read the log', async () => {
  const { id } = await testService.newOrganization();
  await expect(listRequests(createContext(id, 'viewer'))).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
  });
});

test('keeps entries for 7 days', async () => {
  const organization = await testService.newOrganization();
  await organization.send('GET', '/v1/states?country=US');
  const [row] = await readLog(organization.id, 1);
  const day = 86_400_000;
  const deleteExpiredAfter = (days: number) =>
    deleteExpiredData(testService.db, {
      now: new Date(Number(row?.receivedAt) + days * day),
      retentionHours: 24,
    });
  await deleteExpiredAfter(6.9);
  expect(await listRequests(createContext(organization.id))).toHaveLength(1);
  await deleteExpiredAfter(7.1);
  expect(await listRequests(createContext(organization.id))).toEqual([]);
});
