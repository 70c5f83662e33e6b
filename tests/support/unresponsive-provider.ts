import { createServer, type ServerResponse } from 'node:http';
import { getServerUrl } from '#tests/support/service';

/** Starts a provider on loopback that receives requests and never responds by itself. */
export async function startUnresponsiveProvider() {
  /** The responses to the requests received so far, which a test may complete. */
  const received: ServerResponse[] = [];
  const server = createServer((_, response) => received.push(response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: getServerUrl(server),
    received,
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
