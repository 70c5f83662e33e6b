import { Counter, Histogram, Registry } from 'prom-client';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { processMetrics } from '#lib/core/process-metrics';
import { formatInstanceState, formatInstanceStats, formatProviderChecks } from '#lib/http/instance-metrics';
import { getInstanceState } from '#lib/service/instance/instance-state';
import type { Service } from '#lib/service/instance/service';
import { listProviderChecks } from '#lib/service/provider-checks/check-store';
import { getInstanceStats } from '#lib/service/provider-stats/instance-stats';

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

type MetricsService = Pick<Service, 'db' | 'settings'>;

/** Serves the metrics of this process and, unless the database is unavailable, of the whole instance. */
export async function serveMetrics(
  service: MetricsService,
  requestMetrics: RequestMetrics,
): Promise<Response> {
  const [requests, process, instance] = await Promise.all([
    requestMetrics.format(),
    processMetrics.metrics(),
    readInstanceMetrics(service),
  ]);
  const up = `# HELP answerscope_database_up Whether the database is available.
# TYPE answerscope_database_up gauge
answerscope_database_up ${instance === undefined ? 0 : 1}\n\n`;
  const text = [up, instance, requests, '\n', process].join('');
  return new Response(text, { headers: { 'Content-Type': contentType } });
}

/** Reads in progress by pool: concurrent scrapes share one read of the database. */
const reads = new WeakMap<Service['db'], Promise<string | undefined>>();

function readInstanceMetrics({ db, settings }: MetricsService): Promise<string | undefined> {
  const running = reads.get(db);
  if (running) return running;
  const read = formatInstance({ db, settings })
    .catch((error: unknown) => {
      log.warn({ error: describeError(error) }, 'reading instance metrics failed');
      return undefined;
    })
    .finally(() => reads.delete(db));
  reads.set(db, read);
  return read;
}

async function formatInstance({ db, settings }: MetricsService): Promise<string> {
  const [state, stats, checks] = await Promise.all([
    getInstanceState(db),
    getInstanceStats(db),
    listProviderChecks(db, settings),
  ]);
  return formatInstanceState(state) + formatInstanceStats(stats) + formatProviderChecks(checks);
}

interface CountedRequest {
  /** Name in the route table, or `none`. */
  route: string;
  method: string;
  status: number;
  ms: number;
}

/** Metrics of the requests to one app since its creation. */
export interface RequestMetrics {
  count(request: CountedRequest): void;
  /** Formats the metrics as Prometheus text. */
  format(): Promise<string>;
}

const knownMethods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
const latencySeconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** Creates the metrics of an app. */
export function createRequestMetrics(): RequestMetrics {
  const registry = new Registry();
  const requests = new Counter({
    name: 'answerscope_http_requests_total',
    help: 'Requests to /v1 and /mcp handled by this process.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  });
  const latency = new Histogram({
    name: 'answerscope_http_request_seconds',
    help: 'Latency of requests to /v1 and /mcp.',
    labelNames: ['route'],
    buckets: latencySeconds,
    registers: [registry],
  });
  return {
    count({ route, method, status, ms }) {
      requests.inc({ route, method: knownMethods.has(method) ? method : 'other', status });
      latency.observe({ route }, ms / 1000);
    },
    format: () => registry.metrics(),
  };
}
