import { createServer, type Server } from 'node:http';
import { listen } from '#lib/core/process';
import { processMetrics } from '#lib/core/process-metrics';

/**
 * Serves `/metrics` with the metrics of this process, and `/healthz`, without a key.
 * @throws Error with one line that names WORKER_METRICS_PORT if the port is unavailable
 */
export async function serveProcessMetrics(port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (path === '/healthz') {
      response.setHeader('Content-Type', 'application/json').end('{"status":"ok"}');
    } else if (path === '/metrics') {
      processMetrics.metrics().then(
        (text) => response.setHeader('Content-Type', processMetrics.contentType).end(text),
        () => response.destroy(),
      );
    } else response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found.\n');
  });
  await listen(server, port, 'WORKER_METRICS_PORT');
  return server;
}
