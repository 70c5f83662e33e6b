import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { countryCodes } from '#lib/contract/countries';
import { exampleResponses } from '#lib/contract/examples/responses';
import type { PooledDatabase } from '#lib/db/client';
import { getBillingMonth } from '#lib/service/credits/billing-month';
import { holdCredits, settleHold } from '#lib/service/credits/sync-leases';
import { authenticateRequest } from '#lib/service/rate-limits/authenticate-request';

const countries = JSON.stringify(countryCodes);
const answer = JSON.stringify(exampleResponses['monitor:chat']);
const headers = { 'content-type': 'application/json' };

/**
 * What `node:http` does by itself with the statements of a request: one for GET /v1/countries, three for
 * POST /v1/monitor/chat, whose body is parsed. It checks nothing and answers the same bytes each time.
 */
export function createBaselineListener(db: PooledDatabase): RequestListener {
  return async (request, response) => {
    const { organizationId, concurrency } = await authenticateRequest(
      db,
      (request.headers.authorization ?? '').slice(7),
    );
    if (request.method === 'GET') {
      response.writeHead(200, headers).end(countries);
      return;
    }
    JSON.parse(await textOf(request));
    const requestId = randomUUID();
    const month = getBillingMonth(new Date());
    const account = { organizationId, month, monthlyCredits: 0 };
    await holdCredits(db, { ...account, requestId, credits: 5, concurrency, leaseSeconds: 30 });
    await settleHold(db, { organizationId, requestId, charge: true });
    response.writeHead(200, headers).end(answer);
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
