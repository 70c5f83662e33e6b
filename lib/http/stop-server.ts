import type { Server, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

interface StopOptions {
  /** How long requests are still accepted, so that proxies notice that the process is stopping; 0 by default. */
  delayMs?: number;
  /** How long requests in flight may take after that. */
  graceMs: number;
  /** Makes requests that are still in flight after `graceMs` fail with a response. */
  endRequests?: () => void;
}

/** How long requests may take to respond after they were made to fail. */
const failureMs = 500;

/**
 * Prepares a server for its end. Call it before the server listens.
 * @returns a function that stops the server. From its call on, each response closes its connection, so that a client or
 *   proxy sends the next request to another process. Connections that remain after all times are closed.
 */
export function prepareStop(server: Server): (options: StopOptions) => Promise<void> {
  const open = new Set<ServerResponse>();
  let isStopping = false;
  server.prependListener('request', (_request, response) => {
    if (isStopping) response.shouldKeepAlive = false;
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return async ({ delayMs = 0, graceMs, endRequests = () => {} }) => {
    isStopping = true;
    for (const response of open) response.shouldKeepAlive = false;
    if (delayMs > 0) await wait(delayMs);
    // A connection whose response had begun before becomes idle only after it.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const late = setTimeout(endRequests, graceMs);
    const last = setTimeout(() => server.closeAllConnections(), graceMs + failureMs);
    await new Promise((done) => server.close(done));
    clearInterval(idle);
    clearTimeout(late);
    clearTimeout(last);
  };
}
