import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { addressOf } from '#tests/support/service';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** The bytes as sent. */
  body: string;
}

export interface Receiver {
  url: string;
  /** `host:port`, for WEBHOOK_ALLOWED_HOSTS. */
  host: string;
  received: Received[];
  stop(): Promise<void>;
}

/** A receiver of webhooks on loopback; by default it answers 200 to everything. */
export async function startWebhookReceiver(
  answer: (received: Received, response: ServerResponse, request: IncomingMessage) => void = (_, response) =>
    response.end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      received.push(one);
      answer(one, response, request);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = addressOf(server);
  return {
    url,
    host: new URL(url).host,
    received,
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
