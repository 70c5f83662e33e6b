import { originValidation } from '@modelcontextprotocol/hono';
import type { Hono } from 'hono';
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
      const response = await serveMcp(c.req.raw, {
        service,
        caller,
        requestId: id,
        signal: c.req.raw.signal,
        trackUsage: (outcome) => usages.push(outcome),
        context: {
          ...createKeyContext(service, caller),
          db: service.restrictedDb,
          replica: service.replica,
        },
      });
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

/** Sums the credits of the requests that the tools sent, and returns the provider usage of the last one. Requests that threw an error cost nothing. */
async function sumUsage(usages: readonly Promise<ToolUsage>[]) {
  const outcomes = await Promise.allSettled(usages);
  const settled = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  return {
    creditsCharged: settled.reduce((sum, { charged }) => sum + charged, 0),
    providerUsage: settled.at(-1)?.providerUsage,
  };
}
