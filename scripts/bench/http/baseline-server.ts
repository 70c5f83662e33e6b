import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { countryCodes } from '#lib/contract/countries';
import { exampleResponses } from '#lib/contract/examples/examples';
import type { PooledDatabase } from '#lib/db/database';
import { getBillingMonth } from '#lib/service/credits/credit-balance';
import { holdCredits, settleHold } from '#lib/service/credits/sync-leases';
import { authenticateRequest } from '#lib/service/rate-limits/authenticate-request';

const countries = JSON.stringify(countryCodes);
const answer = JSON.stringify(exampleResponses['monitor:chat']);
const headers = { 'content-type': 'application/json' };

/**
 * Creates the baseline: plain `node:http` with the same database statements as the service (one for GET /v1/countries,
 * three for POST /v1/monitor/chat, whose body is parsed), without validation. It always sends the same bytes.
 */
export function createBaselineListener(db: PooledDatabase): RequestListener {
  return async (request, response) => {
    const { organizationId, keyId, concurrency } = await authenticateRequest(db, {
      secret: (request.headers.authorization ?? '').slice(7),
      ipAddress: '127.0.0.1',
    });
    if (request.method === 'GET') {
      response.writeHead(200, headers).end(countries);
      return;
    }
    JSON.parse(await readText(request));
    const requestId = randomUUID();
    const month = getBillingMonth(new Date());
    const billing = { organizationId, month, monthlyCredits: 0 };
    await holdCredits(db, { ...billing, requestId, credits: 5, concurrency, leaseSeconds: 30 });
    const usage = { engine: 'chat', keyId, now: new Date() } as const;
    await settleHold(db, { organizationId, requestId, shouldCharge: true, ...usage });
    response.writeHead(200, headers).end(answer);
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
