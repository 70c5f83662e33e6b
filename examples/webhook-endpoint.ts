import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

const { SIGNING_SECRET: secret = '' } = process.env;
if (secret === '') throw new Error('Set SIGNING_SECRET to the signing secret.');
const toleranceSeconds = 300;

/** Returns 204 for a valid delivery, 400 without fresh signature headers, 401 for a wrong signature. */
function verifyDelivery(headers: IncomingHttpHeaders, body: Buffer): number {
  const timestamp = String(headers['x-svc-timestamp'] ?? '');
  if (!/^\d+$/.test(timestamp) || !headers['x-svc-signature']) return 400;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return 400;
  const hash = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  const expected = Buffer.from(`v1=${hash}`);
  // After a rotation, deliveries are also signed with the previous secret until the overlap ends.
  const isValid = ['x-svc-signature', 'x-svc-signature-previous'].some((name) => {
    const received = Buffer.from(String(headers[name] ?? ''));
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
  return isValid ? 204 : 401;
}

createServer(async (request, response) => {
  const body = await buffer(request);
  const status = verifyDelivery(request.headers, body);
  // Test events have the header X-Svc-Test; their task doesn't exist.
  if (status === 204 && !request.headers['x-svc-test']) {
    const { task } = JSON.parse(body.toString('utf8'));
    // The same task may arrive more than once: store task.id, and respond before slow work.
    console.log(task.id, task.status);
  }
  response.writeHead(status).end();
}).listen(Number(process.env.PORT ?? 8080));
