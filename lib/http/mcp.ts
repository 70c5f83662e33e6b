import { originValidation } from '@modelcontextprotocol/hono';
import { isJsonContentType } from '@modelcontextprotocol/server';
import type { Hono } from 'hono';
import { limits } from '#lib/contract/plans';
import { invalidField, ServiceError } from '#lib/core/errors';
import { delayRefusal } from '#lib/http/delay-refusal';
import { readJson, workTurns } from '#lib/http/json-body';
import { authenticate, createKeyContext, limitRate } from '#lib/http/middleware';
import type { HonoEnv, HttpServices } from '#lib/http/request-context';
import { assignRequestId } from '#lib/http/v1';
import { serveMcp } from '#lib/mcp/server';
import type { ToolUsage } from '#lib/mcp/tool';

const path = '/mcp';

/**
 * Adds the MCP endpoint, which has the same API keys and rate limit as /v1. Browsers may call it only from this
 * instance's own pages and from pages on the user's machine, so that other websites cannot use a key from the browser.
 */
export function addMcpRoute(app: Hono<HonoEnv>, services: HttpServices): void {
  const { service, metrics } = services;
  const origins = [new URL(service.settings.APP_URL).hostname, 'localhost', '127.0.0.1', '[::1]'];
  app.all(
    path,
    originValidation(origins),
    assignRequestId(services, 'none'),
    authenticate(service),
    limitRate(service.db),
    async (c) => {
      const request = c.get('request');
      const caller = c.get('caller');
      const { id, method, startedAtMs, receivedAt, responseHeaders } = request;
      const usages: Promise<ToolUsage>[] = [];
      const response = await readMessage(c.req.raw, caller.organizationId).then(
        (message) =>
          serveMcp(c.req.raw, message, {
            service,
            caller,
            requestId: id,
            signal: c.req.raw.signal,
            trackUsage: (outcome) => usages.push(outcome),
            context: { ...createKeyContext(service, caller), db: service.restrictedDb },
          }),
        (error: unknown) => rejectMessage(error, caller.organizationId),
      );
      const { status } = response;
      const finish = async () => {
        const latencyMs = Math.round(performance.now() - startedAtMs);
        metrics.count({ route: 'none', method, status, ms: latencyMs });
        service.requestLog.add({
          organizationId: caller.organizationId,
          keyId: caller.keyId,
          id,
          method,
          path,
          status,
          latencyMs,
          receivedAt,
          code: null,
          ...(await sumUsage(usages)),
        });
      };
      for (const [name, value] of responseHeaders) {
        if (name !== 'Content-Type') response.headers.set(name, value);
      }
      // The response may be a stream, which ends after the tool has run or when the client closes the connection.
      const outgoing = c.env?.outgoing;
      if (outgoing && !outgoing.closed) outgoing.once('close', finish);
      else await finish();
      return response;
    },
  );
}

/**
 * Reads the message of a request, and waits for a turn, because setting up a server for it takes milliseconds.
 * @returns undefined without a JSON body
 * @throws ServiceError VALIDATION_ERROR, PAYLOAD_TOO_LARGE. Batches are invalid: revision 2025-06-18 removed them, and one
 *   request counts as one toward the rate limit.
 */
async function readMessage(request: Request, organizationId: string): Promise<unknown> {
  const hasJson = request.method === 'POST' && isJsonContentType(request.headers.get('content-type'));
  const message = hasJson ? await readJson(request, limits.bodyBytes, organizationId) : undefined;
  if (Array.isArray(message))
    throw invalidField('', 'Batches are not supported. Send one message per request');
  await workTurns.wait(organizationId);
  return message;
}

const invalidRequestCode = -32_600;

/** Responds to a message that cannot be read with a JSON-RPC error. */
async function rejectMessage(error: unknown, organizationId: string): Promise<Response> {
  if (!(error instanceof ServiceError)) throw error;
  await delayRefusal(organizationId);
  const { status, message } = error;
  return Response.json(
    {
      jsonrpc: '2.0',
      error: { code: invalidRequestCode, message: `${message.replace(/\.$/, '')}.` },
      id: null,
    },
    { status },
  );
}

/** Sums the credits of the requests that the tools sent, and returns the provider usage of the last one. Requests that threw an error cost nothing. */
async function sumUsage(usages: readonly Promise<ToolUsage>[]) {
  const outcomes = await Promise.allSettled(usages);
  const settled = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  return {
    creditsCharged: settled.reduce((sum, { charged }) => sum + charged, 0),
    providerUsage: settled.at(-1)?.providerUsage,
  };
}
