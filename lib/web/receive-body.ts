import type { IncomingMessage } from 'node:http';
import { getEnv } from '#lib/core/env';
import { Slots } from '#lib/core/slots';
import { systemClock } from '#lib/core/time';
import { getSessionUser } from '#lib/dashboard/session/session';
import { getSessionId } from '#lib/dashboard/session/session-cookie';
import type { Database } from '#lib/db/database';
import { BufferedRequest, bufferRequest, hasBody } from '#lib/web/buffered-request';
import { getSessionToken, getSubject } from '#lib/web/request-limits';

/** Maximum size of a body before anybody is known to be signed in. */
const maxAnonymousBytes = 64 * 1024;
/** Maximum size of the body of a server action of a signed-in user: a file of 4 MB, which becomes larger when it is encoded. */
export const maxActionBytes = 5 * 1024 * 1024;
/**
 * Large bodies that a user, or a network without a session, sends at once to this process. It reads the next one when this
 * one is handled, and has taken as long as at this speed: reading and checking take 2 to 8 ms per MB, so that a few
 * clients without a pause used most of the CPU time. Those of networks are not read before they are refused.
 */
const parallelBodies = 1;
const bytesPerMs = { user: 5_000, network: 20_000 };
/** No body delays the next one for longer. */
const maxDelayMs = 5_000;

/** Webhook deliveries: their handler reads the body once it has checked the token in the URL. */
const webhookPath = /^\/(?:hooks|webhooks)\/answers\//;

/** Returns whether the body of a request, if it has one, belongs to a webhook delivery. */
export function isDelivery({ url = '/' }: IncomingMessage): boolean {
  return webhookPath.test(url);
}

/** Returns whether a request calls a server action. */
export function isAction({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && headers['next-action'] !== undefined;
}

/**
 * Creates a function that reads the body of a request before Next.js does, and calls `handle` with a request whose body can be
 * read again. Only server actions of signed-in users may have more than `maxAnonymousBytes`; the session is read from
 * the database for these alone.
 * @throws ServiceError PAYLOAD_TOO_LARGE
 */
export function createBodyReceiver(db: Database) {
  const slots = new Slots(parallelBodies);
  return async (
    request: IncomingMessage,
    handle: (request: IncomingMessage) => Promise<void>,
  ): Promise<void> => {
    if (!hasBody(request) || isDelivery(request)) return handle(request);
    if (!isLarge(request)) return handle(await bufferRequest(request, maxAnonymousBytes));
    const userId = isAction(request) ? await readUserId(db, request) : undefined;
    const length = request.headers['content-length'];
    // A slow sender of an unknown size must not hold up its network.
    if (userId === undefined && length === undefined) {
      return handle(await bufferRequest(request, maxAnonymousBytes));
    }
    const maxBytes = userId === undefined ? maxAnonymousBytes : maxActionBytes;
    const bytes = Number(length ?? maxActionBytes);
    const speed = bytesPerMs[userId === undefined ? 'network' : 'user'];
    const receive = async () => handle(await bufferRequest(request, maxBytes));
    return slots.run(userId ?? getSubject(request) ?? '', receive, () => Math.min(bytes / speed, maxDelayMs));
  };
}

/** Answers with the events of their providers can have hundreds of KiB, and are parsed in a few milliseconds. */
const largeDeliveryBytes = 512 * 1024;

/** Returns whether parsing the body of a request can take long: it is large, or it was not read and its size is unknown. */
export function isLarge(request: IncomingMessage): boolean {
  if (!hasBody(request)) return false;
  const declaredBytes = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  const bytes = request instanceof BufferedRequest ? request.body.length : declaredBytes;
  return bytes > (isDelivery(request) ? largeDeliveryBytes : maxAnonymousBytes);
}

async function readUserId(db: Database, request: IncomingMessage): Promise<string | undefined> {
  const token = getSessionToken(request);
  const sessionId = token === undefined ? null : await getSessionId(token);
  if (sessionId === null) return undefined;
  const session = await getSessionUser(
    { db, clock: systemClock },
    { sessionId, idleHours: getEnv().SESSION_IDLE_HOURS },
  );
  return session?.user.id;
}
