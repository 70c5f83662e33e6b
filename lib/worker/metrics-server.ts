import { createServer, type Server, type ServerResponse } from 'node:http';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { listen } from '#lib/core/process';
import { processMetrics } from '#lib/core/process-metrics';
import type { Service } from '#lib/service/instance/service';
import { renderStatusPage, statusPageHeaders } from '#lib/worker/status-page';

/**
 * Serves `/metrics` with the metrics of this process, `/status` with the state of the instance as a page, and
 * `/healthz`. None requires authentication. Without `APP_URL`, only this machine can reach them.
 * @throws Error with one line that names WORKER_METRICS_PORT if the port is unavailable
 */
export async function startMetricsServer(service: Service, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (path === '/healthz') {
      response.setHeader('Content-Type', 'application/json').end('{"status":"ok"}');
    } else if (path === '/metrics') {
      processMetrics.metrics().then(
        (text) => response.setHeader('Content-Type', processMetrics.contentType).end(text),
        () => response.destroy(),
      );
    } else if (path === '/status') {
      void sendStatusPage(service, response);
    } else sendText(response, 404, 'Not found.');
  });
  await listen(server, port, {
    address: service.settings.LISTEN_ADDRESS,
    setting: 'WORKER_METRICS_PORT',
  });
  return server;
}

async function sendStatusPage(service: Service, response: ServerResponse): Promise<void> {
  try {
    const page = await renderStatusPage(service);
    response.writeHead(200, statusPageHeaders).end(page);
  } catch (error) {
    log.warn({ error: describeError(error) }, 'reading the status failed');
    sendText(
      response,
      503,
      'The status could not be read. Check that PostgreSQL runs, then reload the page.',
    );
  }
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
