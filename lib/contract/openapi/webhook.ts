import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleDelivery, exampleDeliveryHeaders } from '#lib/contract/examples/examples';
import { type JsonObject, ref } from '#lib/contract/openapi/json-schema';
import { toJson } from '#lib/contract/openapi/operation';
import { limits } from '#lib/contract/plans';
import { webhookHeaders } from '#lib/contract/tasks';

const descriptions: Record<keyof typeof webhookHeaders, string> = {
  timestamp: 'Unix time in seconds at which the delivery was signed; only if signing is enabled',
  signature:
    '`v1=` and the hex-encoded HMAC-SHA256, keyed with the signing secret, of the timestamp, a dot and the raw body; only if signing is enabled',
  previousSignature:
    'The signature with the previous secret; sent only until the overlap after a rotation ends',
  id: 'Task ID, a dash and the number of the attempt; only if signing is enabled',
  test: '`1`; only for test events, whose task does not exist',
};

/** Builds the OpenAPI operation of the only webhook event, which is sent when a task has completed or failed. */
export function buildWebhook(): JsonObject {
  const parameters = Object.entries(webhookHeaders).map(
    ([key, name]): JsonObject => ({
      name,
      in: 'header',
      required: false,
      description: descriptions[key as keyof typeof webhookHeaders],
      schema: { type: 'string' },
      example: exampleDeliveryHeaders[name] ?? '',
    }),
  );
  return {
    operationId: 'taskEnded',
    summary: 'Task completed or failed',
    description: `Sent to the task’s \`webhook.url\` until a 2xx response acknowledges it, at most ${limits.webhookAttempts} times. A task may arrive more than once: deduplicate on \`task.id\`.`,
    tags: ['Webhooks'],
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            allOf: [ref('TaskRecord'), { required: ['response'], properties: { test: { const: true } } }],
          },
          example: toJson(exampleDelivery),
        },
      },
    },
    responses: {
      '2XX': { description: 'Acknowledged' },
      default: { description: 'Failed attempt; retried, by default after about 2, 4, 8 and 16 minutes' },
    },
  };
}

const readExample = (file: string) => readFileSync(join(process.cwd(), 'examples', file), 'utf8').trimEnd();

/**
 * Source code of webhook endpoints that verify signatures. They respond with 204 to a valid delivery, 401 to a wrong
 * signature, and 400 without headers or outside the tolerance. They read SIGNING_SECRET and PORT from the environment.
 */
export const webhookSamples = {
  typescript: readExample('webhook-endpoint.ts'),
  python: readExample('webhook_endpoint.py'),
};
