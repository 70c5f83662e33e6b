import { countryCodes } from '#lib/contract/coverage';
import { engines } from '#lib/contract/engines';
import { exampleDelivery } from '#lib/contract/examples/delivery';
import { exampleResults } from '#lib/contract/examples/results/by-engine';
import { usStates } from '#lib/contract/geo';
import type { RouteName } from '#lib/contract/routes';

type MonitorRoute = Extract<RouteName, `monitor:${string}`>;

const monitor = Object.fromEntries(
  engines.map((engine) => [`monitor:${engine}`, { success: true, result: exampleResults[engine] }]),
) as Record<MonitorRoute, object>;

const queued = { ...exampleDelivery.task, status: 'QUEUED' };
const unpaid = { creditsToCharge: 5, creditsCharged: null };

/** The answer to the example request of every endpoint; long lists are cut. */
export const exampleResponses: Record<RouteName, object> = {
  ...monitor,
  monitor: { success: true, result: exampleResults.chat },
  run: {
    success: true,
    result: 'The Ridgeline 4 lasts longest in most tests.',
    metadata: {
      provider: 'openai',
      region: 'US',
      response_time: 2140,
      timestamp: '2026-11-21T09:15:02.140Z',
    },
  },
  createTask: { success: true, task: queued, credits: unpaid },
  createTasks: {
    success: true,
    summary: { total: 2, succeeded: 1, failed: 1 },
    results: [
      {
        success: true,
        index: 0,
        task: {
          id: 'a3d5f1c2-7b64-4e0d-8f29-51c6e7a9b034',
          taskType: 'GEN',
          status: 'QUEUED',
          priority: 1,
          createdAt: '2026-11-21T09:15:00.000Z',
          idempotencyKey: 'run-2026-11-21:cell-2',
        },
        credits: { creditsToCharge: 4, creditsCharged: null },
      },
      {
        success: false,
        index: 1,
        error: {
          code: 'RESOURCE_ALREADY_EXISTS',
          message: 'A task with this idempotency key exists already.',
          details: { taskId: 'a3d5f1c2-7b64-4e0d-8f29-51c6e7a9b034' },
        },
      },
    ],
  },
  getTask: exampleDelivery,
  getQueueStatus: {
    queuedTasks: 42,
    processingTasks: 10,
    priorityBreakdown: [
      { priority: 5, count: 2 },
      { priority: 1, count: 40 },
    ],
    concurrency: { used: 10, max: 10 },
  },
  clearQueue: { success: true, cleared: 42 },
  getCredits: {
    plan: 'free',
    remaining: 412,
    held: 20,
    monthly: 500,
    resetsAt: '2026-12-01T00:00:00.000Z',
  },
  listCountries: countryCodes.slice(0, 5),
  listStates: usStates.slice(0, 3),
};
