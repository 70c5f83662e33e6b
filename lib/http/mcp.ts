import { originValidation } from '@modelcontextprotocol/hono';
import type { Hono } from 'hono';
import { authenticate, createKeyContext, limitRate } from '#lib/http/middleware';
import type { HonoEnv, HttpServices } from '#lib/http/request-context';
import { assignRequestId } from '#lib/http/v1';
import { serveMcp } from '#lib/mcp/server';

const path = '/mcp';

/**
 * Adds the MCP endpoint. It takes the API keys and the rate limit of /v1. A browser may call it only from this
 * instance's own pages and from the user's machine, so that no other website can use a key it has.
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
      const response = await serveMcp(c.req.raw, {
        service,
        caller,
        requestId: id,
        signal: c.req.raw.signal,
        context: { ...createKeyContext(service, caller), db: service.restrictedDb },
      });
      const latencyMs = Math.round(performance.now() - startedAtMs);
      const { status } = response;
      metrics.count({ route: 'none', method, status, ms: latencyMs });
      const { organizationId, keyId } = caller;
      service.requestLog.add({
        organizationId,
        keyId,
        id,
        method,
        path,
        status,
        latencyMs,
        receivedAt,
        code: null,
        creditsCharged: 0,
      });
      for (const [name, value] of responseHeaders) {
        if (name !== 'Content-Type') response.headers.set(name, value);
      }
      return response;
    },
  );
}
