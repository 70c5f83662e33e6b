import type { Server } from 'node:http';

/** Returns whether a request target, with or without its origin, belongs to the service; all others are pages. */
export function isServicePath(target: string): boolean {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').split('?', 1)[0] ?? '/';
  return (
    path === '/v1' || path.startsWith('/v1/') || path.startsWith('/storage/') || pagesOfService.has(path)
  );
}

const pagesOfService = new Set(['/healthz', '/readyz', '/metrics', '/reference', '/reference/scalar.js']);

const idleCheckMs = 50;

/** Stops listening, lets requests in flight finish and closes the remaining connections after `graceMs`. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  // A kept-alive connection becomes idle only after its last response.
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise((done) => server.close(done));
  clearInterval(idle);
  clearTimeout(late);
}
