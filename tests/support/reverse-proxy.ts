import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { getServerUrl } from '#tests/support/service';

export interface ReverseProxy {
  url: string;
  /** `host:port`, for WEBHOOK_ALLOWED_HOSTS. */
  host: string;
  /** The error codes of failed requests to processes, such as `ECONNRESET`. */
  failures: string[];
  stop(): Promise<void>;
}

interface Target {
  url: string;
  agent: Agent;
  isHealthy: boolean;
}

const healthCheckMs = 100;
/** Below the SHUTDOWN_DELAY_SECONDS of the tests, so that no request is sent on a connection that is being closed. */
const idleMs = 300;
/** Hop-by-hop headers, which are not forwarded. */
const hopByHopHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/**
 * Starts a reverse proxy with the settings that docs/deployment.md asks for. It keeps connections to processes
 * open, and sends requests in turn to those whose `/healthz` responds with 200. A request goes to the next process only if
 * one does not accept the connection; after any other failure, the client gets a 502 or, if the response has begun, a
 * closed connection.
 * @param urls of the web processes, which may start later
 */
export async function startReverseProxy(urls: readonly string[]): Promise<ReverseProxy> {
  const targets = urls.map(
    (url): Target => ({ url, agent: new Agent({ keepAlive: true, timeout: idleMs }), isHealthy: false }),
  );
  const failures: string[] = [];
  let turn = 0;

  async function checkHealth(target: Target): Promise<void> {
    const signal = AbortSignal.timeout(2_000);
    target.isHealthy = await fetch(`${target.url}/healthz`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  async function handle(received: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(received);
    turn += 1;
    const inTurn = targets.map((_, index) => targets[(turn + index) % targets.length]);
    for (const target of inTurn) {
      if (!target?.isHealthy) continue;
      const code = await forwardRequest(target, { received, body, response });
      if (code === undefined) return;
      failures.push(code);
      if (code !== 'ECONNREFUSED') break;
    }
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end('Bad gateway.\n');
  }

  const server = createServer((received, response) => {
    handle(received, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const checks = setInterval(() => {
    for (const target of targets) void checkHealth(target);
  }, healthCheckMs);
  const url = getServerUrl(server);
  return {
    url,
    host: new URL(url).host,
    failures,
    async stop() {
      clearInterval(checks);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      for (const { agent } of targets) agent.destroy();
    },
  };
}

async function readBody(received: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of received) chunks.push(chunk);
  return Buffer.concat(chunks);
}

interface Exchange {
  received: IncomingMessage;
  body: Buffer;
  response: ServerResponse;
}

/** Sends a request to a process and its response to the client. @returns the code of a failure; undefined if it worked */
function forwardRequest(
  { url, agent }: Target,
  { received, body, response }: Exchange,
): Promise<string | undefined> {
  return new Promise((done) => {
    const { method, url: path, headers } = received;
    const fail = (error: NodeJS.ErrnoException) => done(error.code ?? error.message);
    const sent = request(url + path, { agent, method, headers: { ...headers, connection: 'keep-alive' } });
    sent.on('error', fail);
    sent.on('response', (answer) => {
      const passed = Object.entries(answer.headersDistinct).filter(([name]) => !hopByHopHeaders.has(name));
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(passed));
      answer.on('error', fail);
      answer.on('end', () => done(undefined));
      answer.pipe(response);
    });
    response.on('close', () => {
      if (!response.writableFinished) sent.destroy();
    });
    sent.end(body);
  });
}
