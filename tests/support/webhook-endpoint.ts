import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { getServerUrl } from '#tests/support/service';

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  /** Exactly as sent. */
  body: string;
}

export interface WebhookEndpoint {
  url: string;
  /** `host:port`, for WEBHOOK_ALLOWED_HOSTS. */
  host: string;
  received: ReceivedRequest[];
  stop(): Promise<void>;
}

/** Starts a webhook endpoint on loopback. By default it responds to every request with 200. */
export async function startWebhookEndpoint(
  respond: (received: ReceivedRequest, response: ServerResponse, request: IncomingMessage) => void = (
    _,
    response,
  ) => response.end(),
): Promise<WebhookEndpoint> {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const entry = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      received.push(entry);
      respond(entry, response, request);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = getServerUrl(server);
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
