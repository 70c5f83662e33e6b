import { defineTable, rowType } from '#lib/contract/tables/define-table';

/** Requests to a provider, by result. */
interface FailureCounts {
  transientErrors: number;
  permanentErrors: number;
  quotaErrors: number;
}

interface EngineRow {
  engine: string;
  /** Undefined for an unavailable engine. */
  provider: string | undefined;
  model: string | null;
  keyOwner: string | undefined;
  /** Undefined while the circuit is closed. */
  circuit: { reason: string } | undefined;
  queued: number;
  /** The organization’s requests in the last 24 hours. */
  stats: FailureCounts & {
    requests: number;
    /** Requests that waited because of the provider’s rate limit. */
    throttledCount: number;
    medianMs: number | undefined;
    p95Ms: number | undefined;
    cost: { amount: number; currency: string } | undefined;
  };
  /** On pages: whether it works. */
  status?: string;
}

/** Counts the requests to a provider that failed for any reason. */
export function countFailures({ transientErrors, permanentErrors, quotaErrors }: FailureCounts): number {
  return transientErrors + permanentErrors + quotaErrors;
}

export const enginesTable = defineTable({
  name: 'engines',
  title: 'Engines',
  description: 'Every engine with its provider, its status and its requests of the last 24 hours.',
  row: rowType<EngineRow>(),
  columns: [
    { key: 'engine', label: 'Engine', engines: ({ engine }) => [engine] },
    { key: 'provider', label: 'Provider', value: ({ provider }) => provider },
    { key: 'model', label: 'Model', surfaces: ['file'], value: ({ model }) => model },
    { key: 'keyOwner', label: 'Key owner', surfaces: ['file'], value: ({ keyOwner }) => keyOwner },
    {
      key: 'circuitReason',
      label: 'Reason for the open circuit',
      surfaces: ['file'],
      value: ({ circuit }) => circuit?.reason,
    },
    {
      key: 'queued',
      label: 'Queued tasks',
      type: 'count',
      surfaces: ['file'],
      value: ({ queued }) => queued,
    },
    {
      key: 'requests',
      label: 'Requests',
      fileLabel: 'Requests in 24 hours',
      type: 'count',
      value: ({ stats }) => stats.requests,
    },
    {
      key: 'delayed',
      label: 'Delayed',
      fileLabel: 'Delayed requests',
      description: 'Requests that waited because of the provider’s rate limit',
      type: 'count',
      value: ({ stats }) => stats.throttledCount,
    },
    { key: 'status', label: 'Status', surfaces: ['page'], value: ({ status }) => status },
    {
      key: 'failed',
      label: 'Failed',
      type: 'count',
      surfaces: ['page'],
      value: ({ stats }) => countFailures(stats),
    },
    {
      key: 'medianMs',
      label: 'Median latency',
      type: 'number',
      surfaces: ['page'],
      value: ({ stats }) => stats.medianMs,
    },
    {
      key: 'p95Ms',
      label: '95th percentile',
      type: 'number',
      surfaces: ['page'],
      value: ({ stats }) => stats.p95Ms,
    },
    {
      key: 'cost',
      label: 'Cost',
      type: 'number',
      surfaces: ['page'],
      value: ({ stats }) => stats.cost?.amount,
    },
  ],
  order: { page: ['engine', 'provider', 'status', 'requests', 'failed', 'delayed'] },
});
