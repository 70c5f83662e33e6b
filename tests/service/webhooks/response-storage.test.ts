import { afterAll, expect, test } from 'vitest';
import type { Context } from '#lib/db/context';
import { getDelivery, resendDelivery } from '#lib/service/webhooks/deliveries';
import { recoverDeliveries } from '#lib/service/webhooks/recover-deliveries';
import { insertDelivery } from '#tests/support/deliveries';
import { waitFor } from '#tests/support/wait';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';
import { startWebhookService } from '#tests/support/webhook-service';

const kib = 1024;
const endpoint = await startWebhookEndpoint((_, response) => response.writeHead(500).end('é'.repeat(40_000)));
const webhookService = await startWebhookService(endpoint.host);
afterAll(async () => {
  await webhookService.testService.stop();
  await endpoint.stop();
});

/** Inserts a failed delivery with attempts, the newest a minute ago. @returns its ID */
async function insertAttempts(
  context: Context,
  url: string,
  { attempts, bodyBytes, minutesAgo = 1 }: { attempts: number; bodyBytes: number; minutesAgo?: number },
): Promise<string> {
  const { id } = await insertDelivery(context, url);
  await context.db.$client.query(
    `UPDATE deliveries SET status = 'failed', attempts = $2, completed_at = now() WHERE id = $1`,
    [id, attempts],
  );
  await context.db.$client.query(
    `INSERT INTO delivery_attempts
       (organization_id, delivery_id, attempt, started_at, duration_ms, status_code, error, response_headers, response_body)
     SELECT $1, $2, n, now() - ($3 + $4 - n) * interval '1 minute', 5, 500, 'The endpoint responded with 500.', '{"a":"b"}',
       repeat('x', $5)
     FROM generate_series(1, $4::int) AS n`,
    [context.organizationId, id, minutesAgo, attempts, bodyBytes],
  );
  return id;
}

async function readStored({ db, organizationId }: Context) {
  const { rows } = await db.$client.query<{ bytes: number; url: string; dropped: number; kept: number }>(
    `SELECT url, coalesce(sum(octet_length(response_body)), 0)::int AS bytes, count(*) FILTER (WHERE response_headers IS NULL)::int AS dropped,
       count(response_body)::int AS kept
     FROM delivery_attempts a JOIN deliveries d ON d.organization_id = $1 AND d.id = a.delivery_id
     WHERE a.organization_id = $1 GROUP BY url ORDER BY url`,
    [organizationId],
  );
  return rows;
}

test('keeps the stored responses of an organization below its budget, and drops the oldest of the largest endpoint first', async () => {
  const [context, other] = [await webhookService.createContext(), await webhookService.createContext()];
  const flood = `${endpoint.url}/flood`;
  const old = await insertAttempts(context, flood, { attempts: 700, bodyBytes: 64 * kib });
  await insertAttempts(context, 'https://quiet.example/x', {
    attempts: 20,
    bodyBytes: 2 * kib,
    minutesAgo: 5_000,
  });
  await insertAttempts(other, flood, { attempts: 20, bodyBytes: 64 * kib });
  const { id } = await insertDelivery(context, flood);
  await webhookService.deliverDue();
  const stored = await waitFor('responses are dropped', async () => {
    const rows = await readStored(context);
    return rows.some(({ dropped }) => dropped > 0) ? rows : undefined;
  });
  const total = stored.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total).toBeLessThanOrEqual(24 * 1024 * kib);
  expect(total).toBeGreaterThan(20 * 1024 * kib);
  expect(stored.find(({ url }) => url.includes('quiet'))).toMatchObject({ kept: 20, dropped: 0 });
  expect(await readStored(other)).toMatchObject([{ kept: 20, dropped: 0 }]);
  // The newest responses are kept; a dropped one is not shown as an empty one.
  expect((await getDelivery(context, { deliveryId: id })).attempts).toMatchObject([
    { responseDropped: false, responseTruncated: true, responseBody: expect.stringMatching(/^é{32768}$/) },
  ]);
  expect((await getDelivery(context, { deliveryId: old, before: '11' })).attempts).toMatchObject(
    Array.from({ length: 10 }, (_, index) => ({
      attempt: index + 1,
      statusCode: 500,
      responseDropped: true,
      responseBody: null,
      responseHeaders: null,
    })),
  );
});

test('returns the attempts of a delivery in pages of ten', async () => {
  const context = await webhookService.createContext();
  const deliveryId = await insertAttempts(context, 'https://hooks.example/x', {
    attempts: 25,
    bodyBytes: 64 * kib,
  });
  const pages: number[][] = [];
  let before: string | undefined;
  do {
    const page = await getDelivery(context, { deliveryId, before });
    expect(page.isNewestPage).toBe(pages.length === 0);
    expect(JSON.stringify(page).length).toBeLessThan(1_000_000);
    pages.push(page.attempts.map(({ attempt }) => attempt));
    before = page.olderThan ?? undefined;
  } while (before);
  expect(pages).toEqual([
    [16, 17, 18, 19, 20, 21, 22, 23, 24, 25],
    [6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [1, 2, 3, 4, 5],
  ]);
  for (const invalid of ['', '-1', '1e309', 'NaN', '9'.repeat(30), '1.5', 'x\0']) {
    expect((await getDelivery(context, { deliveryId, before: invalid })).attempts[0]?.attempt).toBe(16);
  }
});

test('limits resends per delivery, per endpoint and per organization, and says when to try again', async () => {
  const resend = async (context: Context, deliveryId: string) => {
    await resendDelivery(context, { deliveryId });
    // Its attempt has failed.
    await context.db.$client.query(
      `UPDATE deliveries SET status = 'failed', completed_at = now() WHERE id = $1`,
      [deliveryId],
    );
  };
  const countResends = async (context: Context, ids: readonly string[]) => {
    let resent = 0;
    try {
      for (const id of ids) {
        await resend(context, id);
        resent += 1;
      }
    } catch (error) {
      expect(error).toMatchObject({
        code: 'RATE_LIMIT_EXCEEDED',
        message: expect.stringMatching(/^Too many attempts\. Try again in \d+ minutes\.$/),
      });
    }
    return resent;
  };
  const insert = (context: Context, urls: readonly string[]) =>
    Promise.all(urls.map((url) => insertAttempts(context, url, { attempts: 5, bodyBytes: 1 })));
  const createUrls = (count: number, getPath: (index: number) => string | number) =>
    Array.from({ length: count }, (_, index) => `https://hooks.example/${getPath(index)}`);

  const one = await webhookService.createContext();
  const [id = ''] = await insert(
    one,
    createUrls(1, () => 'one'),
  );
  expect(
    await countResends(
      one,
      Array.from({ length: 300 }, () => id),
    ),
  ).toBe(10);
  const sameEndpoint = await webhookService.createContext();
  expect(
    await countResends(
      sameEndpoint,
      await insert(
        sameEndpoint,
        createUrls(60, () => 'same'),
      ),
    ),
  ).toBe(50);
  const many = await webhookService.createContext();
  expect(
    await countResends(
      many,
      await insert(
        many,
        createUrls(110, (index) => index),
      ),
    ),
  ).toBe(100);
});

test('sends a delivery at most 50 times in total, by resending and by recovering', async () => {
  const context = await webhookService.createContext();
  const deliveryId = await insertAttempts(context, 'https://hooks.example/x', { attempts: 50, bodyBytes: 1 });
  await expect(resendDelivery(context, { deliveryId })).rejects.toMatchObject({
    code: 'RESOURCE_ALREADY_EXISTS',
    message: expect.stringContaining('50 times'),
  });
  const since = new Date(Date.now() - 3_600_000);
  expect(await recoverDeliveries(context, { since })).toEqual({ recovered: 0, isComplete: true });
  for (let call = 1; call < 20; call += 1) await recoverDeliveries(context, { since });
  await expect(recoverDeliveries(context, { since })).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
});
