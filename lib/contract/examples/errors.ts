import type { ErrorEnvelope } from '#lib/contract/errors';
import { exampleTaskId } from '#lib/contract/examples/delivery';
import { limits } from '#lib/contract/plans';
import { type ErrorCode, errorTable } from '#lib/core/errors';

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
