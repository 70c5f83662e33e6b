import { countriesOf } from '#lib/contract/coverage';
import type { Engine } from '#lib/contract/engines';
import { usStates } from '#lib/contract/geo';
import { type RouteName, routes } from '#lib/contract/routes';
import { toFieldErrors, validationError } from '#lib/core/validation';
import { answerRun } from '#lib/http/answer-run';
import type { Call } from '#lib/http/call';
import { createBatch } from '#lib/http/create-batch';
import { setMonitorHeaders } from '#lib/http/headers';
import { getCredits } from '#lib/service/credits/get-credits';
import { answerRequest } from '#lib/service/requests/answer-request';
import { readRequest } from '#lib/service/requests/read-request';
import { clearQueue } from '#lib/service/tasks/clear-queue';
import { createTask } from '#lib/service/tasks/create-task';
import { getTask } from '#lib/service/tasks/get-task';
import { queueStatus } from '#lib/service/tasks/queue-status';
import { readTask } from '#lib/service/tasks/read-task';

/** @returns the body of a successful response */
export type Handler = (call: Call) => Promise<unknown>;

function monitor(engine: Engine): Handler {
  return async ({ service, slots, caller, requestId, body, headers, signal, noteCost }) => {
    const request = readRequest(engine, body);
    const outcome = await answerRequest(service, slots, { caller, requestId, engine, request, signal });
    setMonitorHeaders(headers, outcome.figures);
    if ('error' in outcome) throw outcome.error;
    noteCost(outcome.cost);
    return { success: true, result: outcome.result };
  };
}

function modelOf(body: unknown): Engine {
  const parsed = routes.monitor.body.safeParse(body);
  if (parsed.success) return parsed.data.model;
  throw validationError(toFieldErrors(parsed.error));
}

/** What does the work of each endpoint; the compiler names the one that was forgotten. */
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
  monitor: (call) => monitor(modelOf(call.body))(call),
  run: answerRun,
  async createTask({ service, context, caller, body }) {
    const task = readTask(body, service.settings);
    const { task: created, credits } = await createTask({ ...context, plan: caller.plan }, task);
    return { success: true, task: created, credits };
  },
  createTasks: ({ service, context, caller, body }) =>
    createBatch({ ...context, plan: caller.plan }, body, service.settings),
  getTask: ({ service, context, params }) =>
    getTask(context, {
      taskId: params.taskId ?? '',
      retentionHours: service.settings.TASK_RETENTION_HOURS,
    }),
  getQueueStatus: ({ context }) => queueStatus(context),
  clearQueue: async ({ context }) => ({ success: true, cleared: await clearQueue(context) }),
  async getCredits({ context }) {
    const { resetsAt, ...credits } = await getCredits(context);
    return { ...credits, resetsAt: resetsAt.toISOString() };
  },
  listCountries: async ({ query }) => countriesOf(query.model),
  listStates: async ({ query }) => (query.country === 'US' ? usStates : []),
};
