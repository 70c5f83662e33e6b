import type { InstanceStats, ProviderTotals } from '#lib/service/provider-stats/instance-stats';
import { latencyBucketsMs } from '#lib/service/provider-stats/latency-histogram';

interface Sample {
  labels?: Record<string, string>;
  value: number;
  /** Stands after the metric's name, for the series of a histogram. */
  suffix?: string;
}

interface Metric {
  name: string;
  type: 'gauge' | 'counter' | 'histogram';
  help: string;
  samples: Sample[];
}

/** The instance's standing in the Prometheus text format: the same from every web process. */
export function formatInstanceMetrics(standing: InstanceStats): string {
  return [...queueMetrics(standing), circuitMetric(standing), ...providerMetrics(standing.providers)]
    .map(written)
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
    gauge('tasks_queued', 'Tasks that wait for a worker.', queued),
    gauge('tasks_processing', 'Tasks in the hands of workers.', processing),
    gauge('deliveries_pending', 'Webhook deliveries that wait for an attempt.', deliveries),
  ];
}

function circuitMetric({ circuits }: InstanceStats): Metric {
  return {
    name: 'answerscope_vendor_circuits_open',
    type: 'gauge',
    help: 'Keys of a vendor that gives no answers, so that tasks wait; by whose keys they are.',
    samples: circuits.map(({ provider, reason, isInstance, open }) => ({
      labels: { vendor: provider, reason, keys: isInstance ? 'instance' : 'organization' },
      value: open,
    })),
  };
}

function providerMetrics(providers: readonly ProviderTotals[]): Metric[] {
  const about = ({ provider, engine }: ProviderTotals) => ({ provider, engine });
  const counter = (name: string, help: string, value: (row: ProviderTotals) => number): Metric => ({
    name: `answerscope_provider_${name}`,
    type: 'counter',
    help,
    samples: providers.map((row) => ({ labels: about(row), value: value(row) })),
  });
  const failures = providers.flatMap((row) =>
    (['transient', 'permanent', 'quota'] as const).map((kind) => ({
      labels: { ...about(row), kind },
      value: row[`${kind}Errors`],
    })),
  );
  const costs = providers.flatMap((row) =>
    row.currency === null ? [] : [{ labels: { ...about(row), currency: row.currency }, value: row.cost }],
  );
  return [
    counter('requests_total', 'Attempts at providers, answered or not.', (row) => row.requests),
    {
      name: 'answerscope_provider_failures_total',
      type: 'counter',
      help: 'Attempts that failed.',
      samples: failures,
    },
    counter('waits_total', 'Attempts held back by a vendor’s pace.', (row) => row.throttledCount),
    counter('wait_seconds_total', 'For how long in all.', (row) => row.throttledMs / 1000),
    counter('tokens_total', 'Tokens that vendors counted.', (row) => row.tokens),
    {
      name: 'answerscope_provider_cost_total',
      type: 'counter',
      help: 'What vendors say their answers cost.',
      samples: costs,
    },
    {
      name: 'answerscope_provider_latency_seconds',
      type: 'histogram',
      help: 'How long answers took.',
      samples: providers.flatMap(latencySamples),
    },
  ];
}

function latencySamples(row: ProviderTotals): Sample[] {
  const labels = { provider: row.provider, engine: row.engine };
  let seen = 0;
  const buckets = row.latencyHistogram.map((count, index) => {
    seen += count;
    const bound = latencyBucketsMs[index];
    const le = bound === undefined ? '+Inf' : String(bound / 1000);
    return { suffix: '_bucket', labels: { ...labels, le }, value: seen };
  });
  return [
    ...buckets,
    { suffix: '_sum', labels, value: row.totalLatencyMs / 1000 },
    { suffix: '_count', labels, value: seen },
  ];
}

function written({ name, type, help, samples }: Metric): string {
  const lines = samples.map(({ labels = {}, value, suffix = '' }) => {
    const pairs = Object.entries(labels).map(
      ([label, text]) => `${label}="${text.replace(/["\\\n]/g, '_')}"`,
    );
    return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}\n`;
}
