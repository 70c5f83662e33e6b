import type { Server, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

interface StopOptions {
  /** Time for which requests are still accepted, so that proxies notice that the process is stopping; 0 by default. */
  delayMs?: number;
  /** Time after that for requests in flight to finish. */
  graceMs: number;
  /** Makes requests that are still in flight after `graceMs` fail with a response. */
  endRequests?: () => void;
}

/** Time after `endRequests` for failing requests to send their responses. */
const failureMs = 500;

/**
 * Prepares a server for a graceful stop. Call it before the server listens.
 * @returns a function that stops the server. Once it is called, each response closes its connection, so that clients
 *   and proxies send their next requests to another process. Connections that remain at the end are closed.
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
    // Responses whose headers were sent before the stop leave their connections open and idle.
    const idleTimer = setInterval(() => server.closeIdleConnections(), 50);
    const endTimer = setTimeout(endRequests, graceMs);
    const closeTimer = setTimeout(() => server.closeAllConnections(), graceMs + failureMs);
    await new Promise((done) => server.close(done));
    clearInterval(idleTimer);
    clearTimeout(endTimer);
    clearTimeout(closeTimer);
  };
}
