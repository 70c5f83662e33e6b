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
  const [process, instance] = await Promise.all([requestMetrics.text(), readInstanceMetrics(db)]);
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
  text(): Promise<string>;
}

const knownMethods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
const latencySeconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** Creates the metrics of a process and starts measuring its event loop. */
export function createRequestMetrics(): RequestMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'answerscope_http_requests_total',
    help: 'Requests to /v1 of this process.',
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
    text: () => registry.metrics(),
  };
}

interface Sample {
  labels?: Record<string, string>;
  value: number;
  /** Suffix of the metric's name, for the series of a histogram. */
  suffix?: string;
}

interface Metric {
  name: string;
  type: 'gauge' | 'counter' | 'histogram';
  help: string;
  samples: Sample[];
}

/** Formats the instance statistics in the Prometheus text format; every web process reports the same. */
function formatInstanceMetrics(stats: InstanceStats): string {
  return [...queueMetrics(stats), circuitMetric(stats), ...providerMetrics(stats.providers)]
    .map(formatMetric)
    .join('');
}

function queueMetrics({ queued, processing, deliveries }: InstanceStats): Metric[] {
  const gauge = (name: string, help: string, value: number): Metric => ({
    name: `answerscope_${name}`,
    type: 'gauge',
    help,
    samples: [{ value }],
  });
  return [
    gauge('tasks_queued', 'Queued tasks.', queued),
    gauge('tasks_processing', 'Tasks being processed.', processing),
    gauge('deliveries_pending', 'Pending webhook deliveries.', deliveries),
  ];
}

function circuitMetric({ circuits }: InstanceStats): Metric {
  return {
    name: 'answerscope_provider_circuits_open',
    type: 'gauge',
    help: 'Open circuit breakers, by whose provider keys they protect.',
    samples: circuits.map(({ provider, reason, isInstance, open }) => ({
      labels: { provider, reason, keys: isInstance ? 'instance' : 'organization' },
      value: open,
    })),
  };
}

function providerMetrics(providers: readonly ProviderTotals[]): Metric[] {
  const getLabels = ({ provider, engine }: ProviderTotals) => ({ provider, engine });
  const counter = (name: string, help: string, value: (row: ProviderTotals) => number): Metric => ({
    name: `answerscope_provider_${name}`,
    type: 'counter',
    help,
    samples: providers.map((row) => ({ labels: getLabels(row), value: value(row) })),
  });
  const failures = providers.flatMap((row) =>
    (['transient', 'permanent', 'quota'] as const).map((kind) => ({
      labels: { ...getLabels(row), kind },
      value: row[`${kind}Errors`],
    })),
  );
  const costs = providers.flatMap((row) =>
    row.currency === null ? [] : [{ labels: { ...getLabels(row), currency: row.currency }, value: row.cost }],
  );
  return [
    counter('requests_total', 'Requests to providers, including failed ones.', (row) => row.requests),
    {
      name: 'answerscope_provider_failures_total',
      type: 'counter',
      help: 'Failed requests to providers.',
      samples: failures,
    },
    counter('waits_total', 'Attempts delayed by pacing.', (row) => row.throttledCount),
    counter('wait_seconds_total', 'Total delay by pacing.', (row) => row.throttledMs / 1000),
    counter('tokens_total', 'Tokens reported by providers.', (row) => row.tokens),
    {
      name: 'answerscope_provider_cost_total',
      type: 'counter',
      help: 'Cost reported by providers.',
      samples: costs,
    },
    {
      name: 'answerscope_provider_latency_seconds',
      type: 'histogram',
      help: 'Latency of answers.',
      samples: providers.flatMap(latencySamples),
    },
  ];
}

function latencySamples(row: ProviderTotals): Sample[] {
  const labels = { provider: row.provider, engine: row.engine };
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

function formatMetric({ name, type, help, samples }: Metric): string {
  const lines = samples.map(({ labels = {}, value, suffix = '' }) => {
    const pairs = Object.entries(labels).map(
      ([label, text]) => `${label}="${text.replace(/["\\\n]/g, '_')}"`,
    );
    return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}\n`;
}
