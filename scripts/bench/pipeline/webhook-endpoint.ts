import { createServer } from 'node:http';
import { z } from 'zod';

/** A webhook endpoint that acknowledges every delivery and remembers the tasks that it received. */
export interface WebhookEndpoint {
  port: number;
  /** Waits until the webhooks of `count` different tasks have arrived. @throws Error after `timeoutMs` */
  waitFor(count: number, timeoutMs: number): Promise<void>;
  /** Webhooks received since the last `reset`, and the number of different tasks that they belong to. */
  getCounts(): { webhooks: number; tasks: number };
  reset(): void;
  close(): void;
}

const bodySchema = z.object({ task: z.object({ id: z.string() }) });

export async function startWebhookEndpoint(): Promise<WebhookEndpoint> {
  let received = new Set<string>();
  let webhooks = 0;
  let notify = () => {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.end();
      webhooks += 1;
      received.add(bodySchema.parse(JSON.parse(Buffer.concat(chunks).toString())).task.id);
      notify();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    waitFor(count, timeoutMs) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const fail = () =>
        reject(new Error(`Webhooks of only ${received.size} of ${count} tasks arrived in time.`));
      const timer = setTimeout(fail, timeoutMs);
      notify = () => {
        if (received.size < count) return;
        clearTimeout(timer);
        resolve();
      };
      notify();
      return promise;
    },
    getCounts: () => ({ webhooks, tasks: received.size }),
    reset() {
      received = new Set();
      webhooks = 0;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
