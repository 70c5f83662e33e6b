import { z } from 'zod';
import { failureOfCode } from '#lib/providers/dataforseo/failure';
import { someList, someNumber, someObject, someText } from '#lib/providers/lenient';
import { ProviderFailure, type VendorMoney } from '#lib/providers/provider';
import { isSuccess, type VendorReply } from '#lib/providers/vendor-http';
import { parsedBody } from '#lib/providers/vendor-json';

const said = { status_code: someNumber, status_message: someText, cost: someNumber };
const envelope = z.looseObject({
  ...said,
  tasks: someList(someObject({ ...said, result: someList(z.unknown()) })),
});

const ok = 20_000;
const noResults = 40_102;

/** What a live task came to. */
export interface ReadTask {
  /** Its one result, or undefined where the engine showed nothing. */
  result: unknown;
  /** The body as received, storable. */
  raw: unknown;
  cost?: VendorMoney;
}

/**
 * Reads the answer to one live task. "No search results" is an empty answer, not a failure.
 * @throws ProviderFailure when request or task failed, or the body cannot be read
 */
export function readTask(reply: VendorReply, now: Date): ReadTask {
  const raw = parsedBody(reply.text);
  const body = envelope.safeParse(raw).data;
  if (!isSuccess(reply))
    throw failureOfCode(body?.tasks?.[0]?.status_code ? body.tasks[0] : (body ?? {}), reply, now);
  if (typeof body?.status_code !== 'number') {
    throw new ProviderFailure('transient', 'DataForSEO’s answer has a shape that cannot be read.');
  }
  if (body.status_code !== ok) throw failureOfCode(body, reply, now);
  const task = body.tasks?.[0];
  if (typeof task?.status_code !== 'number') {
    throw new ProviderFailure('transient', 'DataForSEO answered without its task.');
  }
  if (task.status_code !== ok && task.status_code !== noResults) throw failureOfCode(task, reply, now);
  const amount = task.cost ?? body.cost;
  return {
    result: task.result?.[0],
    raw,
    ...(typeof amount === 'number' && { cost: { amount, currency: 'USD' } }),
  };
}
