import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { VendorBehaviour } from '#scripts/mock-providers/behaviour';
import type { VendorReply } from '#scripts/mock-providers/play';

type Spoilt = Exclude<VendorBehaviour, { kind: 'fail' } | { kind: 'hang' }>;

/** Sends a reply as the behaviour wants it. */
export async function perform(
  response: ServerResponse,
  reply: VendorReply,
  behaviour: Spoilt,
  stopped: AbortSignal,
): Promise<void> {
  const body = behaviour.kind === 'malformed' ? reply.body.subarray(0, reply.body.length >> 1) : reply.body;
  response.writeHead(reply.status, { 'content-type': reply.contentType, 'content-length': body.length });
  if (behaviour.kind === 'truncate') {
    response.write(body.subarray(0, behaviour.bytes), () => response.destroy());
  } else if (behaviour.kind === 'drip') {
    await drip(response, body, behaviour, stopped);
  } else response.end(body);
}

async function drip(
  response: ServerResponse,
  body: Buffer,
  { bytes, everyMs, until = body.length }: Extract<VendorBehaviour, { kind: 'drip' }>,
  stopped: AbortSignal,
): Promise<void> {
  const end = Math.min(until, body.length);
  for (let from = 0; from < end && !response.destroyed; from += bytes) {
    response.write(body.subarray(from, Math.min(from + bytes, end)));
    await delay(everyMs, undefined, { signal: stopped });
  }
  if (end < body.length) response.destroy();
  else response.end();
}
