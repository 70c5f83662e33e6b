import { setPriority } from 'node:os';
import { openRawSocket } from '#tests/support/raw-socket';
import { waitFor } from '#tests/support/wait';

/** The message that starts the clients: their number, and the requests that each sends in turn to `origin`. */
export interface HeavyLoad {
  origin: string;
  clients: number;
  requests: HeavyRequest[];
}

/** A request, or the bytes of one that are sent over a connection of its own, which the server must close. */
export type HeavyRequest = { path: string; init: RequestInit } | { path: string; bytes: string };

/**
 * Sends requests without a pause until the process is disconnected. Its low priority simulates a separate machine: the
 * clients take hardly any CPU time from the server.
 */
async function sendRequests({ origin, clients, requests }: HeavyLoad): Promise<void> {
  setPriority(19);
  const run = async (client: number) => {
    for (let turn = client; process.connected; turn += 1) {
      const request = requests[turn % requests.length] ?? { path: '/', init: {} };
      const status = await send(origin, request);
      // The process may be disconnected before it has sent the message.
      process.send?.({ path: request.path, status }, () => {});
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
}

async function send(origin: string, request: HeavyRequest): Promise<number> {
  if ('init' in request) {
    const response = await fetch(origin + request.path, { redirect: 'manual', ...request.init });
    for await (const _ of response.body ?? []);
    return response.status;
  }
  const { socket, received, isEnded } = await openRawSocket(origin, request.bytes);
  await waitFor('the server has closed the connection', isEnded);
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(received())?.[1]);
}

process.once('message', (load: HeavyLoad) => void sendRequests(load));
process.once('disconnect', () => process.exit());
