import { countryCodes, usStates } from '#lib/contract/countries';
import { type Engine, engines } from '#lib/contract/engines';
import { limits } from '#lib/contract/plans';
import type { ResultMeta } from '#lib/contract/results/meta';
import type { RouteName } from '#lib/contract/routes';
import { type ErrorEnvelope, webhookHeaders } from '#lib/contract/tasks';
import { describeApiError, type ErrorCode, errorTable } from '#lib/core/errors';
import metrics from './metrics.json' with { type: 'json' };
import requests from './requests.json' with { type: 'json' };
import responses from './responses.json' with { type: 'json' };
import answer from './results/answer.json' with { type: 'json' };
import chat from './results/chat.json' with { type: 'json' };
import gen from './results/gen.json' with { type: 'json' };
import office from './results/office.json' with { type: 'json' };
import overview from './results/overview.json' with { type: 'json' };
import search from './results/search.json' with { type: 'json' };
import news from './results/search-news.json' with { type: 'json' };
import searchai from './results/searchai.json' with { type: 'json' };
import social from './results/social.json' with { type: 'json' };

const meta: ResultMeta = { provider: 'sandbox', access: 'sandbox' };

/** One shortened result of every engine: what the sandbox returns for the example requests, except for `social`, which it does not simulate. */
export const exampleResults = {
  chat: { ...chat, meta },
  gen: { ...gen, meta },
  social: { ...social, meta: { provider: 'xai', access: 'api' } },
  answer: { ...answer, meta },
  office: { ...office, meta },
  searchai: { ...searchai, meta },
  overview: { ...overview, meta },
  search: { ...search, meta },
  'search/news': { ...news, meta },
} satisfies Record<Engine, object>;

/** The input of an example request. */
export interface ExampleRequest {
  params?: Record<string, string>;
  query?: Record<string, string | string[]>;
  body?: unknown;
}

/** One request of every endpoint, as the reference shows it and the tests send it. */
export const exampleRequests: Record<RouteName, ExampleRequest> = requests;

/** A completed task: the response of `getTask` and the body of a delivery. */
export const exampleDelivery = { ...responses.getTask, response: exampleResults.chat };

const exampleTaskId = exampleDelivery.task.id;

/** All `X-Svc-` headers that a delivery can have, with example values. */
export const exampleDeliveryHeaders: Record<string, string> = {
  [webhookHeaders.timestamp]: '1795252500',
  [webhookHeaders.signature]: 'v1=5f1c0e4b7a9d3286e0bb0a4b1ff3c9d2c1b0e8a7f6d5c4b3a29180706f5e4d3c',
  [webhookHeaders.previousSignature]: 'v1=9c2b7f4de1a05836cb0e4d7a2f91b3c8e6d5a4f3b2c1d0e9f8a7b6c5d4e3f201',
  [webhookHeaders.id]: `${exampleTaskId}-1`,
  [webhookHeaders.test]: '1',
};

const monitorResponses = Object.fromEntries(
  engines.map((engine) => [`monitor:${engine}`, { success: true, result: exampleResults[engine] }]),
) as Record<Extract<RouteName, `monitor:${string}`>, object>;

/** The response to the example request of every endpoint; long lists are shortened. */
export const exampleResponses: Record<RouteName, object> = {
  ...monitorResponses,
  ...responses,
  ...metrics,
  monitor: { success: true, result: exampleResults.chat },
  getTask: exampleDelivery,
  listCountries: countryCodes.slice(0, 5),
  listStates: usStates.slice(0, 3),
};

const errorDetails: Partial<Record<ErrorCode, Record<string, unknown>>> = {
  RESOURCE_NOT_FOUND: { id: exampleTaskId },
  RESOURCE_ALREADY_EXISTS: { taskId: exampleTaskId },
  PAYLOAD_TOO_LARGE: { limit: limits.bodyBytes },
  RATE_LIMIT_EXCEEDED: { limit: limits.requestsPerSecond, window: '1s' },
  CONCURRENT_LIMIT_EXCEEDED: { limit: 10 },
  QUEUE_LIMIT_EXCEEDED: { limit: limits.queuedTasks },
  EXTERNAL_SERVICE_ERROR: { service: 'chat', attempts: 10 },
};

const timestamp = '2026-11-21T09:15:00.000Z';

function buildExampleError(code: ErrorCode): ErrorEnvelope {
  const details = errorDetails[code];
  const message = describeApiError(code);
  return { success: false, error: { code, message, ...(details ? { details } : {}), timestamp } };
}

/** An example of the body for each error code. */
export const exampleErrors = {
  ...Object.fromEntries(
    (Object.keys(errorTable) as ErrorCode[]).map((code) => [code, buildExampleError(code)]),
  ),
  VALIDATION_ERROR: {
    success: false,
    error: { code: 'VALIDATION_ERROR', message: 'prompt: Prompt cannot be empty', timestamp },
    details: [{ field: 'prompt', message: 'Prompt cannot be empty' }],
  },
} as Record<ErrorCode, ErrorEnvelope>;
