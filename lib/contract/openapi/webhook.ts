import { exampleDelivery, exampleDeliveryHeaders } from '#lib/contract/examples/delivery';
import { type JsonObject, ref } from '#lib/contract/openapi/json-schema';
import { json } from '#lib/contract/openapi/operation';
import { limits } from '#lib/contract/plans';
import { webhookHeaders } from '#lib/contract/webhook';

const descriptions: Record<keyof typeof webhookHeaders, string> = {
  timestamp: 'Unix time in seconds when the delivery was signed; while signing is on',
  signature:
    '`v1=` and the hex-encoded HMAC-SHA256, keyed with the signing secret, over the timestamp, a dot and the raw body bytes; while signing is on',
  id: 'The task’s id, a dash and the number of the attempt; while signing is on',
};

/** The one event: a task has reached COMPLETED or FAILED (interface.md, "Events"). */
export function webhookOperation(): JsonObject {
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
    summary: 'A task has reached COMPLETED or FAILED',
    description: `Sent to the task’s \`webhook.url\`, at most ${limits.webhookAttempts} times until a 2xx acknowledges it. The same task may arrive more than once: deduplicate on \`task.id\`.`,
    tags: ['Webhooks'],
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { allOf: [ref('TaskRecord'), { required: ['response'] }] },
          example: json(exampleDelivery),
        },
      },
    },
    responses: {
      '2XX': { description: 'Acknowledged' },
      default: { description: 'Counts as failed; tried again after about 2, 4, 8 and 16 minutes' },
    },
  };
}
