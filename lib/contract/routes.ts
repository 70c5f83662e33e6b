import { z } from 'zod';
import { engineSchema } from '#lib/contract/engine-schema';
import { type Engine, engines } from '#lib/contract/engines';
import { countriesSchema, stateEntrySchema } from '#lib/contract/geo';
import { limits } from '#lib/contract/plans';
import { requestSchemas } from '#lib/contract/requests';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { runInputSchema, runOutputSchema } from '#lib/contract/run';
import {
  batchCreatedSchema,
  batchInputSchema,
  queueStatusSchema,
  taskCreatedSchema,
  taskInputSchema,
  taskRecordSchema,
} from '#lib/contract/tasks';

/** One endpoint: everything the handler, the typed client and the reference need to know of it. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** With `{name}` for a path parameter. */
  path: string;
  summary: string;
  /** Path parameters. */
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The largest accepted body, in bytes. */
  bodyBytes?: number;
  /** The status of success. */
  status: 200 | 201;
  output: z.ZodType;
  /** A monitor route: holds credits and a slot, and carries their headers. */
  engine?: Engine;
  /** Set once the endpoint is on its way out; every response of it then says so. */
  deprecation?: Deprecation;
}

/** interface.md, "Versioning": at least six months lie between the two instants. */
export interface Deprecation {
  /** When the deprecation took effect, ISO 8601. */
  since: string;
  /** When the endpoint stops responding, ISO 8601. */
  sunset: string;
  /** Where the replacement is described. */
  link: string;
}

function monitorRoute<E extends Engine>(engine: E) {
  return {
    method: 'POST',
    path: `/v1/monitor/${engine}`,
    summary: `Ask the ${engine} engine and wait for its answer`,
    body: requestSchemas[engine],
    bodyBytes: limits.bodyBytes,
    status: 200,
    output: z.object({ success: z.literal(true), result: resultSchemas[engine] }),
    engine,
  } as const satisfies Route;
}

/** Every endpoint of `/v1` by name. */
export const routes = {
  'monitor:chat': monitorRoute('chat'),
  'monitor:gen': monitorRoute('gen'),
  'monitor:social': monitorRoute('social'),
  'monitor:answer': monitorRoute('answer'),
  'monitor:office': monitorRoute('office'),
  'monitor:searchai': monitorRoute('searchai'),
  'monitor:overview': monitorRoute('overview'),
  'monitor:search': monitorRoute('search'),
  'monitor:search/news': monitorRoute('search/news'),
  monitor: {
    method: 'POST',
    path: '/v1/monitor',
    summary: 'Ask the engine that `model` names, as its own path does',
    body: z.looseObject(
      { model: z.enum(engines, { error: 'Unknown model' }) },
      { error: 'Expected a JSON object' },
    ),
    bodyBytes: limits.bodyBytes,
    status: 200,
    output: z.object({ success: z.literal(true), result: z.record(z.string(), z.unknown()) }),
  },
  run: {
    method: 'POST',
    path: '/v1/run',
    summary: 'Ask the chat engine for its text alone; the older way',
    body: runInputSchema,
    bodyBytes: limits.bodyBytes,
    status: 200,
    output: runOutputSchema,
  },
  createTask: {
    method: 'POST',
    path: '/v1/async/task',
    summary: 'Create a task',
    body: taskInputSchema,
    bodyBytes: limits.bodyBytes,
    status: 201,
    output: taskCreatedSchema,
  },
  createTasks: {
    method: 'POST',
    path: '/v1/async/task/batch',
    summary: 'Create up to 500 tasks; each succeeds or fails by itself',
    body: batchInputSchema,
    bodyBytes: limits.batchBodyBytes,
    status: 200,
    output: batchCreatedSchema,
  },
  getTask: {
    method: 'GET',
    path: '/v1/async/task/{taskId}',
    summary: 'Read a task and, once it has ended, its response',
    params: z.object({ taskId: z.guid({ error: 'Expected a UUID' }) }),
    status: 200,
    output: taskRecordSchema,
  },
  getQueueStatus: {
    method: 'GET',
    path: '/v1/async/status',
    summary: 'Read the state of the queue',
    status: 200,
    output: queueStatusSchema,
  },
  clearQueue: {
    method: 'DELETE',
    path: '/v1/async/queue',
    summary: 'Discard the queued tasks and release their credits',
    status: 200,
    output: z.object({ success: z.literal(true), cleared: z.int() }),
  },
  getCredits: {
    method: 'GET',
    path: '/v1/credits',
    summary: 'Read the credits of this month',
    status: 200,
    output: z.object({
      plan: z.string(),
      /** The balance, holds not taken off. */
      remaining: z.int(),
      /** The part of it that running work has reserved. */
      held: z.int(),
      monthly: z.int(),
      resetsAt: z.iso.datetime(),
    }),
  },
  listCountries: {
    method: 'GET',
    path: '/v1/countries',
    summary: 'List the supported countries',
    query: z.object({
      model: engineSchema
        .exclude(['search/news'], { error: 'Unknown model' })
        .nullish()
        .transform((value) => value ?? undefined),
    }),
    status: 200,
    output: countriesSchema,
  },
  listStates: {
    method: 'GET',
    path: '/v1/states',
    summary: 'List the supported states of a country',
    query: z.object({
      country: z
        .string({ error: 'Country is required' })
        .regex(/^[A-Z]{2}$/, { error: 'Expected two capital letters' }),
    }),
    status: 200,
    output: z.array(stateEntrySchema),
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
