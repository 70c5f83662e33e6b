import { exampleDelivery, exampleDeliveryHeaders } from '#lib/contract/examples/responses';
import { type JsonObject, ref } from '#lib/contract/openapi/json-schema';
import { toJson } from '#lib/contract/openapi/operation';
import { limits } from '#lib/contract/plans';
import { webhookHeaders } from '#lib/contract/tasks';

const descriptions: Record<keyof typeof webhookHeaders, string> = {
  timestamp: 'Unix time in seconds of the signature; only if signing is enabled',
  signature:
    '`v1=` and the hex-encoded HMAC-SHA256, keyed with the signing secret, of the timestamp, a dot and the raw body; only if signing is enabled',
  id: 'Task ID, a dash and the number of the attempt; only if signing is enabled',
};

/** Builds the only event: a task is COMPLETED or FAILED. */
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
          schema: { allOf: [ref('TaskRecord'), { required: ['response'] }] },
          example: toJson(exampleDelivery),
        },
      },
    },
    responses: {
      '2XX': { description: 'Acknowledged' },
      default: { description: 'Failed attempt; retried after about 2, 4, 8 and 16 minutes' },
    },
  };
}

const { timestamp, signature } = webhookHeaders;

/**
 * Webhook receivers that verify signatures: 204 for a valid delivery, 401 for a wrong signature, 400 without headers or
 * outside the tolerance. They read SIGNING_SECRET and PORT from the environment.
 */
export const webhookSamples = {
  typescript: `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

const secret = process.env.SIGNING_SECRET ?? '';
const toleranceSeconds = ${limits.webhookToleranceSeconds};

function statusFor(headers: IncomingHttpHeaders, body: Buffer): number {
  const timestamp = String(headers['${timestamp.toLowerCase()}'] ?? '');
  const signature = String(headers['${signature.toLowerCase()}'] ?? '');
  if (!/^\\d+$/.test(timestamp) || !signature.startsWith('v1=')) return 400;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return 400;
  const expected = Buffer.from(
    createHmac('sha256', secret).update(\`\${timestamp}.\`).update(body).digest('hex'),
  );
  const given = Buffer.from(signature.slice(3));
  return given.length === expected.length && timingSafeEqual(given, expected) ? 204 : 401;
}

createServer(async (request, response) => {
  const body = await buffer(request);
  const status = statusFor(request.headers, body);
  if (status === 204) {
    const { task } = JSON.parse(body.toString('utf8'));
    // The same task may arrive more than once: keep task.id, and do the work after the answer.
    console.log(task.id, task.status);
  }
  response.writeHead(status).end();
}).listen(Number(process.env.PORT ?? 8080));`,
  python: `import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["SIGNING_SECRET"].encode()
TOLERANCE_SECONDS = ${limits.webhookToleranceSeconds}


def status_for(headers, body):
    timestamp = headers.get("${timestamp}", "")
    signature = headers.get("${signature}", "")
    if not timestamp.isdecimal() or not signature.startswith("v1="):
        return 400
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return 400
    expected = hmac.new(SECRET, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return 204 if hmac.compare_digest(signature[3:].encode(), expected.encode()) else 401


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status = status_for(self.headers, body)
        if status == 204:
            task = json.loads(body)["task"]
            # The same task may arrive more than once: keep task["id"], and do the work after the answer.
            print(task["id"], task["status"], flush=True)
        self.send_response(status)
        self.end_headers()


ThreadingHTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()`,
} as const;
