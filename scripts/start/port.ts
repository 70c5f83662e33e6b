import { createServer } from 'node:net';
import { listen } from '#lib/core/listen';

/** @throws Error with one line that names PORT when the web process could not listen on this port */
export async function requireFreePort(port: number): Promise<void> {
  const probe = createServer();
  await listen(probe, port);
  await new Promise((done) => probe.close(done));
}
