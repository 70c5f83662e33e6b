import type { InstanceState } from '#lib/service/instance/instance-state';
import type { ProviderCheck } from '#lib/service/provider-checks/check-store';
import type { InstanceStats, ProviderTotals } from '#lib/service/provider-stats/instance-stats';
import { latencyBucketsMs } from '#lib/service/provider-stats/stats-collector';

/** A line of a metric in the Prometheus text format. */
interface Sample {
  labels?: Record<string, string>;
  value: number;
  /** Suffix of the metric's name, for the series of a histogram. */
  suffix?: string;
}

/** Formats the state of the instance in the Prometheus text format; every web process reports the same values. */
export function formatInstanceState(state: InstanceState): string {
  const { queue, deliveries, inbox, emails, credits } = state;
  const byPriority = (getValue: (row: (typeof queue)[number]) => number) =>
    queue.map((row) => ({ labels: { priority: String(row.priority) }, value: getValue(row) }));
  const gauge = (name: string, help: string, value: number) => formatMetric(name, 'gauge', help, [{ value }]);
  return [
    formatMetric(
      'queue_tasks',
      'gauge',
      'Queued tasks by priority.',
      byPriority(({ count }) => count),
    ),
    formatMetric(
      'queue_oldest_seconds',
      'gauge',
      'Age of the oldest queued task by priority.',
      byPriority(({ oldestSeconds }) => oldestSeconds),
    ),
    gauge(
      'deliveries_overdue_seconds',
      'Time since the oldest pending delivery was due.',
      deliveries.oldestSeconds,
    ),
    gauge(
      'webhook_endpoints_disabled',
      'Endpoints that are disabled because all deliveries to them failed for five days.',
      state.disabledEndpoints,
    ),
    gauge('inbox_pending', 'Received answers that are not yet ingested.', inbox.count),
    gauge(
      'inbox_oldest_seconds',
      'Age of the oldest received answer that is not yet ingested.',
      inbox.oldestSeconds,
    ),
    gauge('emails_pending', 'Emails that are not yet sent.', emails.count),
    gauge('emails_oldest_seconds', 'Age of the oldest email that is not yet sent.', emails.oldestSeconds),
    gauge('credits_balance', 'Credits of all organizations, including held ones.', credits.balance),
    gauge('credits_held', 'Credits held for unfinished tasks and requests.', credits.held),
    gauge('workers', 'Running worker processes.', state.workers),
    gauge('database_bytes', 'Size of the database.', state.databaseBytes),
  ].join('');
}

/** Formats the totals of tasks, deliveries and providers; every web process reports the same values. */
export function formatInstanceStats(stats: InstanceStats): string {
  const { queued, processing, deliveries, circuits, providers } = stats;
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
  const openCircuits = circuits.map(({ provider, reason, isInstanceKey, open }) => ({
    labels: { provider, reason, keys: isInstanceKey ? 'instance' : 'organization' },
    value: open,
  }));
  return [
    formatMetric('tasks_queued', 'gauge', 'Queued tasks of all priorities.', [{ value: queued }]),
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
    formatCounter('wait_seconds_total', 'Total delay due to pacing.', (row) => row.throttledMs / 1000),
    formatCounter('tokens_total', 'Tokens reported by providers.', (row) => row.tokens),
    formatMetric('provider_cost_total', 'counter', 'Cost reported by providers.', costs),
    formatMetric(
      'provider_latency_seconds',
      'histogram',
      'Latency of successful requests to providers.',
      providers.flatMap(getLatencySamples),
    ),
  ].join('');
}

/** Formats the last check of every provider. One that has not ended yet is left out. */
export function formatProviderChecks(checks: readonly ProviderCheck[]): string {
  const failed = checks.flatMap(({ provider, status }) =>
    status === null ? [] : [{ labels: { provider }, value: status === 'failed' ? 1 : 0 }],
  );
  const passed = checks.flatMap(({ provider, passedAt }) =>
    passedAt === null ? [] : [{ labels: { provider }, value: passedAt.getTime() / 1000 }],
  );
  return [
    formatMetric('provider_check_failed', 'gauge', 'Whether the last check of the provider failed.', failed),
    formatMetric(
      'provider_check_success_timestamp_seconds',
      'gauge',
      'Time of the last check of the provider that passed.',
      passed,
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
