import { countryCodes, usStates } from '#lib/contract/countries';
import { engines } from '#lib/contract/engines';
import { exampleResults } from '#lib/contract/examples/results/by-engine';
import { limits } from '#lib/contract/plans';
import type { RouteName } from '#lib/contract/routes';
import { type ErrorEnvelope, webhookHeaders } from '#lib/contract/tasks';
import { type ErrorCode, errorTable } from '#lib/core/errors';

/** The task of every example. */
export const exampleTaskId = '6f9c1f0e-2a47-4d3e-9a51-0c7f3b1d8e42';

/** A task that has completed: the answer of the task endpoint and the body of a delivery. */
export const exampleDelivery = {
  task: {
    id: exampleTaskId,
    taskType: 'CHAT',
    status: 'COMPLETED',
    priority: 5,
    createdAt: '2026-11-21T09:15:00.000Z',
    idempotencyKey: 'run-2026-11-21:cell-1',
  },
  credits: { creditsToCharge: 5, creditsCharged: 5 },
  response: exampleResults.chat,
};

/** Headers as a signed delivery has them. */
export const exampleDeliveryHeaders: Record<string, string> = {
  [webhookHeaders.timestamp]: '1795252500',
  [webhookHeaders.signature]: 'v1=5f1c0e4b7a9d3286e0bb0a4b1ff3c9d2c1b0e8a7f6d5c4b3a29180706f5e4d3c',
  [webhookHeaders.id]: `${exampleTaskId}-1`,
};

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

/** `details` of the errors that carry them. */
const details: Partial<Record<ErrorCode, Record<string, unknown>>> = {
  RESOURCE_NOT_FOUND: { id: exampleTaskId },
  RESOURCE_ALREADY_EXISTS: { taskId: exampleTaskId },
  PAYLOAD_TOO_LARGE: { limit: limits.bodyBytes },
  RATE_LIMIT_EXCEEDED: { limit: limits.requestsPerSecond, window: '1s' },
  CONCURRENT_LIMIT_EXCEEDED: { limit: 10 },
  QUEUE_LIMIT_EXCEEDED: { limit: limits.queuedTasks },
  EXTERNAL_SERVICE_ERROR: { service: 'chat', attempts: 10 },
};

function example(code: ErrorCode): ErrorEnvelope {
  const about = details[code];
  const { message } = errorTable[code];
  return {
    success: false,
    error: { code, message, ...(about ? { details: about } : {}), timestamp: '2026-11-21T09:15:00.000Z' },
  };
}

const codes = Object.keys(errorTable) as ErrorCode[];

/** The body of every error. */
export const exampleErrors: Record<ErrorCode, ErrorEnvelope> = {
  ...(Object.fromEntries(codes.map((code) => [code, example(code)])) as Record<ErrorCode, ErrorEnvelope>),
  VALIDATION_ERROR: {
    success: false,
    error: {
      code: 'VALIDATION_ERROR',
      message: 'prompt: Prompt cannot be empty',
      timestamp: '2026-11-21T09:15:00.000Z',
    },
    details: [{ field: 'prompt', message: 'Prompt cannot be empty' }],
  },
};
