import { z } from 'zod';
import { countriesSchema, stateEntrySchema } from '#lib/contract/countries';
import { type Engine, engineSpecs, engines, getEngineName } from '#lib/contract/engines';
import type { ApiScope } from '#lib/contract/plans';
import { limits } from '#lib/contract/plans';
import { engineSchema, requestSchemas, runInputSchema, runOutputSchema } from '#lib/contract/requests';
import { resultSchemas } from '#lib/contract/results/by-engine';
import {
  batchCreatedSchema,
  batchInputSchema,
  queueStatusSchema,
  taskCreatedSchema,
  taskInputSchema,
  taskRecordSchema,
} from '#lib/contract/tasks';

/** An endpoint, as the server, the typed client and the OpenAPI document read it. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** With `{name}` for a path parameter. */
  path: string;
  summary: string;
  /** The scope that an API key with scopes needs. */
  scope: ApiScope;
  /** Path parameters. */
  params?: z.ZodType;
  /** Parameters of an array type are repeated in the URL. */
  query?: z.ZodType;
  body?: z.ZodType;
  /** Maximum size of the body, in bytes. */
  bodyBytes?: number;
  /** Status of a successful response. */
  status: 200 | 201;
  output: z.ZodType;
  /** The rows in `data` are sent as CSV to clients that prefer `text/csv`. */
  hasCsv?: true;
  /** How long clients may cache a successful response. */
  cacheSeconds?: number;
  /** The engine of `/v1/monitor/<engine>`. Not set on `/v1/monitor` and `/v1/run`, which also query engines. */
  engine?: Engine;
  /** Set once the endpoint is deprecated; its responses then have deprecation headers. */
  deprecation?: Deprecation;
}

/** `sunset` is at least six months after `since`. */
export interface Deprecation {
  /** ISO 8601. */
  since: string;
  /** ISO 8601; the endpoint can be removed from then on. */
  sunset: string;
  /** URL of the description of the replacement. */
  link: string;
}

/** Labels an endpoint, with the name of its engine: "POST /v1/monitor/chat · ChatGPT". */
export function labelEndpoint({ method, path, engine }: Route): string {
  return `${method} ${path}${engine ? ` · ${engineSpecs[engine].name}` : ''}`;
}

function createMonitorRoute<E extends Engine>(engine: E) {
  return {
    method: 'POST',
    path: `/v1/monitor/${engine}`,
    scope: 'sync',
    summary: `Query ${getEngineName(engine)}`,
    body: requestSchemas[engine],
    bodyBytes: limits.bodyBytes,
    status: 200,
    output: z.object({ success: z.literal(true), result: resultSchemas[engine] }),
    engine,
  } as const satisfies Route;
}

/** A day: the lists of countries and states change only with a release. */
const cacheSeconds = 86_400;

function describeUnknownEngine(known: readonly Engine[]): string {
  return `Unknown engine. Send one of ${known.join(', ')}.`;
}

/** The endpoints that the dashboard calls, by name; another instance may serve them. */
export const serviceRoutes = {
  'monitor:chat': createMonitorRoute('chat'),
  'monitor:gen': createMonitorRoute('gen'),
  'monitor:social': createMonitorRoute('social'),
  'monitor:answer': createMonitorRoute('answer'),
  'monitor:office': createMonitorRoute('office'),
  'monitor:searchai': createMonitorRoute('searchai'),
  'monitor:overview': createMonitorRoute('overview'),
  'monitor:search': createMonitorRoute('search'),
  'monitor:search/news': createMonitorRoute('search/news'),
  monitor: {
    method: 'POST',
    path: '/v1/monitor',
    scope: 'sync',
    summary: 'Query the engine given by `model`',
    body: z.looseObject(
      { model: z.enum(engines, { error: describeUnknownEngine(engines) }) },
      { error: 'Expected a JSON object' },
    ),
    bodyBytes: limits.bodyBytes,
    status: 200,
    output: z.object({ success: z.literal(true), result: z.record(z.string(), z.unknown()) }),
  },
  run: {
    method: 'POST',
    path: '/v1/run',
    scope: 'sync',
    summary: `Query ${getEngineName('chat')} for text only (superseded by \`/v1/monitor/chat\`)`,
    body: runInputSchema,
    bodyBytes: limits.bodyBytes,
    status: 200,
    output: runOutputSchema,
  },
  createTask: {
    method: 'POST',
    path: '/v1/async/task',
    scope: 'tasks',
    summary: 'Create a task',
    body: taskInputSchema,
    bodyBytes: limits.bodyBytes,
    status: 201,
    output: taskCreatedSchema,
  },
  createTasks: {
    method: 'POST',
    path: '/v1/async/task/batch',
    scope: 'tasks',
    summary: 'Create up to 500 tasks, each of which can fail individually',
    body: batchInputSchema,
    bodyBytes: limits.batchBodyBytes,
    status: 200,
    output: batchCreatedSchema,
  },
  getTask: {
    method: 'GET',
    path: '/v1/async/task/{taskId}',
    scope: 'read',
    summary: 'Get a task and, once finished, its response',
    params: z.object({ taskId: z.guid({ error: 'Expected a UUID' }) }),
    status: 200,
    output: taskRecordSchema,
  },
  getQueueStatus: {
    method: 'GET',
    path: '/v1/async/status',
    scope: 'read',
    summary: 'Get the queue status',
    status: 200,
    output: queueStatusSchema,
  },
  clearQueue: {
    method: 'DELETE',
    path: '/v1/async/queue',
    scope: 'admin',
    summary: 'Delete the queued tasks and release their credits',
    status: 200,
    output: z.object({ success: z.literal(true), cleared: z.int() }),
  },
  getCredits: {
    method: 'GET',
    path: '/v1/credits',
    scope: 'read',
    summary: 'Get the credits of the current month',
    status: 200,
    output: z.object({
      plan: z.string(),
      remaining: z.int().meta({ description: 'The credit balance, including `held`' }),
      held: z.int().meta({ description: 'Reserved for unfinished requests and tasks' }),
      monthly: z.int().meta({
        description:
          'Credits granted each month. The free organizations that one user created share those of the free plan',
      }),
      resetsAt: z.iso.datetime().meta({ description: 'Start of the next month (UTC)' }),
    }),
  },
  listCountries: {
    method: 'GET',
    path: '/v1/countries',
    scope: 'read',
    summary: 'List the countries in which an engine is available',
    query: z.object({
      model: engineSchema
        .exclude(['search/news'], {
          error: describeUnknownEngine(engines.filter((engine) => engine !== 'search/news')),
        })
        .meta({ description: 'Key of the engine; without it, countries in which any engine is available' })
        .nullish()
        .transform((value) => value ?? undefined),
    }),
    status: 200,
    cacheSeconds,
    output: countriesSchema,
  },
  listStates: {
    method: 'GET',
    path: '/v1/states',
    scope: 'read',
    summary: 'List the states of a country',
    query: z.object({
      country: z
        .string({ error: 'Country is required' })
        .regex(/^[A-Z]{2}$/, { error: 'Expected two uppercase letters' })
        .meta({ description: 'ISO 3166-1 alpha-2 code; for countries other than US, the list is empty' }),
    }),
    status: 200,
    cacheSeconds,
    output: z.array(stateEntrySchema),
  },
} as const satisfies Record<`monitor:${Engine}`, Route> & Record<string, Route>;

/** The path parameters and query of a request. Query fields that are null or undefined are left out. */
export interface UrlInput {
  params?: Record<string, string | null | undefined>;
  query?: Record<string, string | number | readonly string[] | null | undefined>;
}

/**
 * Returns the URL of a request.
 * @param path of the route table, with `{name}` for a path parameter
 */
export function buildRequestUrl(baseUrl: string, path: string, { params = {}, query = {} }: UrlInput): URL {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const url = new URL(baseUrl.replace(/\/+$/, '') + filled);
  for (const [name, value] of Object.entries(query)) {
    for (const item of [value ?? []].flat()) url.searchParams.append(name, String(item));
  }
  return url;
}
