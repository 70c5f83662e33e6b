import { and, desc, eq, gte, like, lt, ne, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import { type RouteName, routes } from '#lib/contract/routes';
import type { Route } from '#lib/contract/service-routes';
import { isInstantCursor } from '#lib/core/instant-cursor';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { parseInput } from '#lib/core/validation';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { apiKeys, requests } from '#lib/db/schema/api-keys';
import { defineOperation, noInput } from '#lib/operations/define-operation';

/** Number of days for which requests are kept. */
export const requestLogDays = 30;

const requestOutcomes = ['success', 'error', '4xx', '5xx'] as const;
const requestPeriods = { hour: 1, day: 24, week: 7 * 24, month: requestLogDays * 24 } as const;

const isRouteName = (name: string): name is RouteName => Object.hasOwn(routes, name);
const periodNames = ['hour', 'day', 'week', 'month'] as const satisfies (keyof typeof requestPeriods)[];

/** Search parameters of the request log's page; invalid ones are ignored. */
const filterSchema = z.object({
  /** The ID of an API key. */
  key: z.string().refine(isUuid).optional().catch(undefined),
  status: z.enum(requestOutcomes).optional().catch(undefined),
  endpoint: z.string().refine(isRouteName).optional().catch(undefined),
  period: z.enum(periodNames).default('day').catch('day'),
  /** The `next` of the previous page. */
  before: z.string().refine(isInstantCursor).optional().catch(undefined),
});
export type RequestFilters = z.output<typeof filterSchema>;

/** Reads the filters of the request log from search parameters. */
export function parseRequestFilters(input: unknown): RequestFilters {
  return parseInput(filterSchema, input);
}

/**
 * A logged request. `keyName` is the name of its API key; null if the key was deleted. `engine` is the one that its path
 * names, if any.
 */
export type RequestLogEntry = Awaited<ReturnType<typeof listRequests>>['entries'][number];

/**
 * Lists the organization's requests to `/v1` and `/mcp` in the period of the filters, by default the last day, newest
 * first.
 * @returns at most `limit` entries, and the cursor of the next page; null on the last one
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function listRequests(context: Context, input: z.input<typeof filterSchema> = {}, limit = 100) {
  requirePermission(context.actor, 'requests.read');
  const filters = parseRequestFilters(input);
  const { endpoint } = filters;
  const route = endpoint !== undefined && isRouteName(endpoint) ? routes[endpoint] : undefined;
  const { keyId, receivedAt } = requests;
  const since = new Date(context.clock.now().getTime() - requestPeriods[filters.period] * 3_600_000);
  const rows = await withOrganization(context, ({ db, organizationId }) =>
    db
      .select({
        id: requests.id,
        keyId,
        method: requests.method,
        path: requests.path,
        status: requests.status,
        code: requests.code,
        creditsCharged: requests.creditsCharged,
        latencyMs: requests.latencyMs,
        receivedAt,
        provider: requests.provider,
        cost: requests.cost,
        currency: requests.currency,
        tokens: requests.tokens,
        keyName: sql<string | null>`${apiKeys.name}`,
      })
      .from(requests)
      .leftJoin(apiKeys, and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, keyId)))
      .where(
        and(
          eq(requests.organizationId, organizationId),
          gte(receivedAt, since),
          filters.key === undefined ? undefined : eq(keyId, filters.key),
          filters.status && matchesStatus(filters.status),
          route && matchesRoute(route),
          filters.before ? isBefore(filters.before) : undefined,
        ),
      )
      .orderBy(desc(receivedAt), desc(requests.id))
      .limit(limit + 1),
  );
  const entries = rows.slice(0, limit).map((row) => ({ ...row, engine: getEngineOfPath(row.path) }));
  const last = entries.at(-1);
  const next = rows.length > limit && last ? `${last.receivedAt.toISOString()} ${last.id}` : null;
  return { entries, next };
}

export const listRequestKeys = defineOperation({
  name: 'requests.list-keys',
  title: 'List the API keys of the request log',
  description:
    'Lists the API keys that the request log can be filtered by, including revoked ones, sorted by name; at most 200.',
  permission: 'requests.read',
  effect: 'read',
  input: noInput,
  output: z.array(z.object({ id: z.string(), name: z.string() })),
  run: async ({ db, organizationId }) =>
    db
      .select({ id: apiKeys.id, name: sql<string>`${apiKeys.name} || ' · …' || ${apiKeys.lastFour}` })
      .from(apiKeys)
      .where(eq(apiKeys.organizationId, organizationId))
      .orderBy(apiKeys.name, apiKeys.id)
      .limit(200),
});

function getEngineOfPath(requestPath: string): Engine | null {
  const route = Object.values<Route>(routes).find(({ path }) => path === requestPath);
  return route?.engine ?? null;
}

function matchesStatus(outcome: NonNullable<RequestFilters['status']>): SQL | undefined {
  const { status } = requests;
  if (outcome === 'success') return lt(status, 400);
  // Part of both conditions below, because the partial index of errors has this condition.
  const isError = gte(status, 400);
  if (outcome === 'error') return isError;
  return outcome === '4xx' ? and(isError, lt(status, 500)) : and(isError, gte(status, 500));
}

function matchesRoute({ method, path }: Route): SQL | undefined {
  const pattern = path.replaceAll(/\{\w+\}/g, '%');
  return and(
    eq(requests.method, method),
    pattern === path ? eq(requests.path, path) : and(like(requests.path, pattern), ne(requests.path, path)),
  );
}

function isBefore(cursor: string): SQL {
  const [instant = '', id] = cursor.split(' ');
  return sql`(${requests.receivedAt}, ${requests.id}) < (${instant}::timestamptz, ${id}::uuid)`;
}
