import { listCountries } from '#lib/contract/coverage';
import type { Engine } from '#lib/contract/engines';
import { usStates } from '#lib/contract/geo';
import type { MonitorRequest } from '#lib/contract/requests';
import { type RouteName, routes } from '#lib/contract/routes';
import { toFieldErrors, validationError } from '#lib/core/validation';
import { createBatch } from '#lib/http/create-batch';
import type { HandlerInput } from '#lib/http/request-context';
import { setMonitorHeaders } from '#lib/http/respond';
import { getCredits } from '#lib/service/credits/get-credits';
import { parseMonitorRequest, parseRunRequest } from '#lib/service/requests/parse-request';
import { runSyncRequest } from '#lib/service/requests/run-sync-request';
import { createTask, type TaskContext } from '#lib/service/tasks/create-tasks';
import { getTask } from '#lib/service/tasks/get-task';
import { parseTask } from '#lib/service/tasks/parse-task';
import { clearQueue, getQueueStatus } from '#lib/service/tasks/queue';

/** @returns the body of a successful response */
export type Handler = (input: HandlerInput) => Promise<unknown>;

/** The handler of each endpoint. */
export const handlers: Record<RouteName, Handler> = {
  'monitor:chat': monitor('chat'),
  'monitor:gen': monitor('gen'),
  'monitor:social': monitor('social'),
  'monitor:answer': monitor('answer'),
  'monitor:office': monitor('office'),
  'monitor:searchai': monitor('searchai'),
  'monitor:overview': monitor('overview'),
  'monitor:search': monitor('search'),
  'monitor:search/news': monitor('search/news'),
  monitor: (input) => monitor(parseModel(input.body))(input),
  async run(input) {
    const request = parseRunRequest(input.body);
    const startedAtMs = performance.now();
    const { result, cost } = await queryEngine(input, 'chat', request);
    return {
      success: true,
      result: result.text,
      metadata: {
        provider: cost.provider,
        region: request.country,
        response_time: Math.round(performance.now() - startedAtMs),
        timestamp: input.service.clock.now().toISOString(),
      },
    };
  },
  async createTask(input) {
    const task = parseTask(input.body, input.service.settings);
    const { task: created, credits } = await createTask(getTaskContext(input), task);
    return { success: true, task: created, credits };
  },
  createTasks: (input) => createBatch(getTaskContext(input), input.body, input.service.settings),
  getTask: ({ service, context, params }) =>
    getTask(context, {
      taskId: params.taskId ?? '',
      retentionHours: service.settings.TASK_RETENTION_HOURS,
    }),
  getQueueStatus: ({ context }) => getQueueStatus(context),
  clearQueue: async ({ context }) => ({ success: true, cleared: await clearQueue(context) }),
  async getCredits({ context }) {
    const { resetsAt, ...credits } = await getCredits(context);
    return { ...credits, resetsAt: resetsAt.toISOString() };
  },
  listCountries: async ({ query }) => listCountries(query.model),
  listStates: async ({ query }) => (query.country === 'US' ? usStates : []),
};

function monitor(engine: Engine): Handler {
  return async (input) => {
    const { result } = await queryEngine(input, engine, parseMonitorRequest(engine, input.body));
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
  request.usage = outcome.cost;
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
