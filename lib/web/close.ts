import type { Server } from 'node:http';

const idleCheckMs = 50;

/** Stops listening, lets requests in flight finish, and ends what is left of them after `graceMs`. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  // A kept-alive connection becomes idle only when its last request is answered.
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise((done) => server.close(done));
  clearInterval(idle);
  clearTimeout(late);
}
