import { setPriority } from 'node:os';

/** The message that starts the clients: their number, and the requests that each sends in turn to `origin`. */
export interface HeavyLoad {
  origin: string;
  clients: number;
  requests: { path: string; init: RequestInit }[];
}

/**
 * Sends requests without a pause until the process is disconnected. Its low priority simulates a separate machine: the
 * clients take hardly any CPU time from the server.
 */
async function sendRequests({ origin, clients, requests }: HeavyLoad): Promise<void> {
  setPriority(19);
  const run = async (client: number) => {
    for (let turn = client; process.connected; turn += 1) {
      const { path, init } = requests[turn % requests.length] ?? { path: '/', init: {} };
      const response = await fetch(origin + path, { redirect: 'manual', ...init });
      for await (const _ of response.body ?? []);
      process.send?.({ path, status: response.status });
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
}

process.once('message', (load: HeavyLoad) => void sendRequests(load));
process.once('disconnect', () => process.exit());
