import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Service } from '#lib/service/instance/service';
import {
  getInstanceStats,
  type InstanceStats,
  type ProviderTotals,
} from '#lib/service/provider-stats/instance-stats';
import { latencyBucketsMs } from '#lib/service/provider-stats/stats-collector';

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves the metrics of this process and, unless the database is unavailable, of the whole instance. */
export async function serveMetrics({ db }: Service, requestMetrics: RequestMetrics): Promise<Response> {
  const [process, instance] = await Promise.all([requestMetrics.format(), readInstanceMetrics(db)]);
  const up = `# HELP answerscope_database_up Whether the database is available.
# TYPE answerscope_database_up gauge
answerscope_database_up ${instance === undefined ? 0 : 1}\n\n`;
  return new Response(`${up}${instance ?? ''}${process}`, { headers: { 'Content-Type': contentType } });
}

async function readInstanceMetrics(db: Service['db']): Promise<string | undefined> {
  try {
    return formatInstanceMetrics(await getInstanceStats(db));
  } catch (error) {
    log.warn({ error: describeError(error) }, 'reading instance metrics failed');
    return undefined;
  }
}

interface CountedRequest {
  /** Name in the route table, or `none`. */
  route: string;
  method: string;
  status: number;
  ms: number;
}

/** Metrics of the process since its start. */
export interface RequestMetrics {
  count(request: CountedRequest): void;
  /** Formats the metrics as Prometheus text. */
  format(): Promise<string>;
}

const knownMethods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
const latencySeconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** Creates the metrics of a process and starts measuring its event loop. */
export function createRequestMetrics(): RequestMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'answerscope_http_requests_total',
    help: 'Requests to /v1 handled by this process.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  });
  const latency = new Histogram({
    name: 'answerscope_http_request_seconds',
    help: 'Latency of requests to /v1.',
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

interface Sample {
  labels?: Record<string, string>;
  value: number;
  /** Suffix of the metric's name, for the series of a histogram. */
  suffix?: string;
}

/** Formats the instance statistics in the Prometheus text format; every web process reports the same. */
function formatInstanceMetrics({
  queued,
  processing,
  deliveries,
  circuits,
  providers,
}: InstanceStats): string {
  const formatCounter = (name: string, help: string, getValue: (row: ProviderTotals) => number) =>
    formatMetric(
      `provider_${name}`,
      'counter',
      help,
      providers.map((row) => ({ labels: getLabels(row), value: getValue(row) })),
    );
  const failures = providers.flatMap((row) =>
    (['transient', 'permanent', 'quota'] as const).map((kind) => ({
      labels: { ...getLabels(row), kind },
      value: row[`${kind}Errors`],
    })),
  );
  const costs = providers.flatMap((row) =>
    row.currency === null ? [] : [{ labels: { ...getLabels(row), currency: row.currency }, value: row.cost }],
  );
  const openCircuits = circuits.map(({ provider, reason, isInstance, open }) => ({
    labels: { provider, reason, keys: isInstance ? 'instance' : 'organization' },
    value: open,
  }));
  return [
    formatMetric('tasks_queued', 'gauge', 'Queued tasks.', [{ value: queued }]),
    formatMetric('tasks_processing', 'gauge', 'Tasks being processed.', [{ value: processing }]),
    formatMetric('deliveries_pending', 'gauge', 'Pending webhook deliveries.', [{ value: deliveries }]),
    formatMetric(
      'provider_circuits_open',
      'gauge',
      'Open circuit breakers, by the owner of the provider key.',
      openCircuits,
    ),
    formatCounter('requests_total', 'Requests to providers, including failed ones.', (row) => row.requests),
    formatMetric('provider_failures_total', 'counter', 'Failed requests to providers.', failures),
    formatCounter('waits_total', 'Attempts delayed by pacing.', (row) => row.throttledCount),
    formatCounter('wait_seconds_total', 'Total delay by pacing.', (row) => row.throttledMs / 1000),
    formatCounter('tokens_total', 'Tokens reported by providers.', (row) => row.tokens),
    formatMetric('provider_cost_total', 'counter', 'Cost reported by providers.', costs),
    formatMetric(
      'provider_latency_seconds',
      'histogram',
      'Latency of answers.',
      providers.flatMap(getLatencySamples),
    ),
  ].join('');
}

const getLabels = ({ provider, engine }: ProviderTotals) => ({ provider, engine });

function getLatencySamples(row: ProviderTotals): Sample[] {
  const labels = getLabels(row);
  let total = 0;
  const buckets = row.latencyHistogram.map((count, index) => {
    total += count;
    const bound = latencyBucketsMs[index];
    const le = bound === undefined ? '+Inf' : String(bound / 1000);
    return { suffix: '_bucket', labels: { ...labels, le }, value: total };
  });
  return [
    ...buckets,
    { suffix: '_sum', labels, value: row.totalLatencyMs / 1000 },
    { suffix: '_count', labels, value: total },
  ];
}

function formatMetric(
  shortName: string,
  type: 'gauge' | 'counter' | 'histogram',
  help: string,
  samples: readonly Sample[],
): string {
  const name = `answerscope_${shortName}`;
  const lines = samples.map(({ labels = {}, value, suffix = '' }) => {
    const pairs = Object.entries(labels).map(
      ([label, text]) => `${label}="${text.replace(/["\\\n]/g, '_')}"`,
    );
    return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}\n`;
}
