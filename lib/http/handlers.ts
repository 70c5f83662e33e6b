import type { z } from 'zod';
import { listCountries, usStates } from '#lib/contract/countries';
import type { Engine } from '#lib/contract/engines';
import { limits } from '#lib/contract/plans';
import type { MonitorRequest } from '#lib/contract/requests';
import { type RouteName, routes } from '#lib/contract/routes';
import type { batchCreatedSchema } from '#lib/contract/tasks';
import { invalidField, ServiceError } from '#lib/core/errors';
import { toFieldErrors, validationError } from '#lib/core/validation';
import { workTurns } from '#lib/http/json-body';
import { metricsHandlers } from '#lib/http/metrics-handlers';
import { type HandlerInput, setMonitorHeaders } from '#lib/http/request-context';
import { mapInTurns } from '#lib/http/work-turns';
import { getCredits } from '#lib/service/credits/credit-balance';
import { findProviders } from '#lib/service/provider-keys/find-providers';
import { parseMonitorRequest, parseRunRequest, runSyncRequest } from '#lib/service/requests/run-sync-request';
import {
  createTask,
  createTasks,
  type TaskContext,
  type TaskCreation,
} from '#lib/service/tasks/create-tasks';
import { type NewTask, parseTask } from '#lib/service/tasks/parse-task';
import { deleteQueuedTasks, getQueueStatus } from '#lib/service/tasks/queue';
import { getTask } from '#lib/service/tasks/task-record';

/** Handles a request. @returns the body of a successful response */
export type Handler = (input: HandlerInput) => Promise<unknown>;

/** The handler of each endpoint. */
export const handlers: Record<RouteName, Handler> = {
  'monitor:chat': createMonitorHandler('chat'),
  'monitor:gen': createMonitorHandler('gen'),
  'monitor:social': createMonitorHandler('social'),
  'monitor:answer': createMonitorHandler('answer'),
  'monitor:office': createMonitorHandler('office'),
  'monitor:searchai': createMonitorHandler('searchai'),
  'monitor:overview': createMonitorHandler('overview'),
  'monitor:search': createMonitorHandler('search'),
  'monitor:search/news': createMonitorHandler('search/news'),
  monitor: (input) => createMonitorHandler(parseModel(input.body))(input),
  async run(input) {
    const request = parseRunRequest(input.body);
    const startedAtMs = performance.now();
    const { result, providerUsage } = await queryEngine(input, 'chat', request);
    return {
      success: true,
      result: result.text,
      metadata: {
        provider: providerUsage.provider,
        region: request.country,
        response_time: Math.round(performance.now() - startedAtMs),
        timestamp: input.service.clock.now().toISOString(),
      },
    };
  },
  async createTask(input) {
    const task = parseTask(
      input.body,
      input.service.settings,
      await findProviders(input.service, input.caller),
    );
    const { task: created, credits } = await createTask(getTaskContext(input), task);
    return { success: true, task: created, credits };
  },
  createTasks: async (input) => {
    const getProvider = await findProviders(input.service, input.caller);
    const parse = (item: unknown) => tryParseTask(item, input.service.settings, getProvider);
    return createBatch(getTaskContext(input), input.body, parse);
  },
  getTask: ({ service, context, params }) =>
    getTask(context, {
      taskId: params.taskId ?? '',
      retentionHours: service.settings.TASK_RETENTION_HOURS,
    }),
  getQueueStatus: ({ context }) => getQueueStatus(context),
  clearQueue: async ({ context }) => ({ success: true, cleared: await deleteQueuedTasks(context) }),
  async getCredits({ context }) {
    const { resetsAt, ...credits } = await getCredits(context);
    return { ...credits, resetsAt: resetsAt.toISOString() };
  },
  listCountries: async ({ query }) => listCountries(routes.listCountries.query.parse(query).model),
  listStates: async ({ query }) => (query.country === 'US' ? usStates : []),
  ...metricsHandlers,
};

function createMonitorHandler(engine: Engine): Handler {
  return async (input) => {
    const { service, caller } = input;
    const { provider } = await service.providers.resolve<Engine>(caller.organizationId, engine);
    const { result } = await queryEngine(input, engine, parseMonitorRequest(provider, input.body));
    return { success: true, result };
  };
}

async function queryEngine(input: HandlerInput, engine: Engine, monitorRequest: MonitorRequest) {
  const { service, caller, request, raw } = input;
  const outcome = await runSyncRequest(service, {
    caller,
    requestId: request.id,
    engine,
    request: monitorRequest,
    signal: raw.signal,
  });
  setMonitorHeaders(request.responseHeaders, outcome.usage);
  if ('error' in outcome) throw outcome.error;
  request.providerUsage = outcome.providerUsage;
  return outcome;
}

function getTaskContext({ service, context, caller }: HandlerInput): TaskContext {
  return { ...context, plan: caller.plan, retentionHours: service.settings.TASK_RETENTION_HOURS };
}

function parseModel(body: unknown): Engine {
  const parsed = routes.monitor.body.safeParse(body);
  if (parsed.success) return parsed.data.model;
  throw validationError(toFieldErrors(parsed.error));
}

/**
 * Creates up to 500 tasks, each of which can fail individually.
 * @throws ServiceError VALIDATION_ERROR unless the body is an array of 1 to 500; QUEUE_LIMIT_EXCEEDED
 */
async function createBatch(
  context: TaskContext,
  body: unknown,
  parse: (item: unknown) => NewTask | ServiceError,
): Promise<z.infer<typeof batchCreatedSchema>> {
  if (!Array.isArray(body) || body.length < 1 || body.length > limits.batchTasks) {
    throw invalidField('', `Expected an array of 1 to ${limits.batchTasks} tasks`);
  }
  const parsed = await mapInTurns(body, parse, () => workTurns.wait(context.organizationId));
  const valid = parsed.filter((task): task is NewTask => !(task instanceof ServiceError));
  const creations = (await createTasks(context, valid)).values();
  const results = parsed.map((task, index) => {
    if (task instanceof ServiceError) return describeRejection(index, task);
    const creation: TaskCreation | undefined = creations.next().value;
    if (!creation) throw new Error('A task of the batch has no outcome.');
    if ('error' in creation) return describeRejection(index, creation.error);
    return { success: true, index, task: creation.record.task, credits: creation.record.credits };
  });
  const succeeded = results.filter(({ success }) => success).length;
  const summary = { total: results.length, succeeded, failed: results.length - succeeded };
  return { success: true, summary, results };
}

/** Parses a task of a batch; `readJson` has replaced those that are too large with errors. */
function tryParseTask(...input: Parameters<typeof parseTask>): NewTask | ServiceError {
  const [item] = input;
  if (item instanceof ServiceError) return item;
  try {
    return parseTask(...input);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

function describeRejection(index: number, { code, message, details, fields }: ServiceError) {
  const allDetails = fields ? { ...details, fields } : details;
  return { success: false, index, error: { code, message, ...(allDetails ? { details: allDetails } : {}) } };
}
