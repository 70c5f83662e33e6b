import { defineTable, rowType } from '#lib/contract/tables/define-table';

interface DeliveryCounts {
  delivered: number;
  failed: number;
  notSent: number;
}

interface EndpointRow {
  /** The URL without parts that may contain secrets. */
  label: string;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  /** The time since which every attempt has failed. */
  failingSince: Date | null;
  disabledAt: Date | null;
  /** The completed deliveries of the last 24 hours. */
  day: DeliveryCounts;
  /** Those of the last 7 days, with the median latency of their attempts. */
  week: DeliveryCounts & { successRate: number | null; medianMs: number | null };
}

const countDeliveries = ({ delivered, failed, notSent }: DeliveryCounts) => delivered + failed + notSent;

/** Returns the health of an endpoint in a word. */
export function getEndpointState({
  disabledAt,
  failingSince,
}: Pick<EndpointRow, 'disabledAt' | 'failingSince'>): 'Disabled' | 'Failing' | 'Healthy' {
  if (disabledAt) return 'Disabled';
  return failingSince ? 'Failing' : 'Healthy';
}

export const endpointsTable = defineTable({
  name: 'endpoints',
  title: 'Endpoints',
  description: 'The endpoints that deliveries are sent to, with their health.',
  row: rowType<EndpointRow>(),
  columns: [
    { key: 'endpoint', label: 'Endpoint', value: ({ label }) => label },
    {
      key: 'lastSuccessAt',
      label: 'Last success',
      type: 'instant',
      value: ({ lastSuccessAt }) => lastSuccessAt?.toISOString(),
    },
    {
      key: 'lastFailureAt',
      label: 'Last failure',
      type: 'instant',
      value: ({ lastFailureAt }) => lastFailureAt?.toISOString(),
    },
    {
      key: 'failingSince',
      label: 'Failing since',
      type: 'instant',
      surfaces: ['file'],
      value: ({ failingSince }) => failingSince?.toISOString(),
    },
    {
      key: 'disabledAt',
      label: 'Disabled at',
      type: 'instant',
      surfaces: ['file'],
      value: ({ disabledAt }) => disabledAt?.toISOString(),
    },
    { key: 'state', label: 'State', surfaces: ['page'], value: getEndpointState },
    {
      key: 'deliveriesOfDay',
      label: 'Deliveries (24 h)',
      description: 'Delivered, failed and not sent in the last 24 hours',
      type: 'count',
      surfaces: ['page'],
      value: ({ day }) => countDeliveries(day),
    },
    {
      key: 'deliveriesOfWeek',
      label: 'Deliveries (7 d)',
      description: 'Delivered, failed and not sent in the last 7 days',
      type: 'count',
      surfaces: ['page'],
      value: ({ week }) => countDeliveries(week),
    },
    {
      key: 'successRate',
      label: 'Success rate',
      description: 'Share of the sent deliveries of the last 7 days that were acknowledged',
      type: 'percent',
      surfaces: ['page'],
      value: ({ week }) => week.successRate,
    },
    {
      key: 'latencyMs',
      label: 'Latency',
      description: 'Median and 95th percentile of the response times in the last 7 days',
      type: 'number',
      surfaces: ['page'],
      value: ({ week }) => week.medianMs,
    },
  ],
  order: { page: ['endpoint', 'state', 'deliveriesOfDay', 'deliveriesOfWeek', 'successRate', 'latencyMs'] },
});

interface DeliveryRow {
  id: string;
  createdAt: Date;
  taskId: string;
  endpoint: string;
  status: string;
  attemptCount: number;
  lastStatusCode: number | null;
  lastError: string | null;
  lastDurationMs: number | null;
  completedAt: Date | null;
  /** The time of the next attempt; null once the delivery is complete. */
  dueAt: Date | null;
}

export const deliveriesTable = defineTable({
  name: 'deliveries',
  title: 'Deliveries',
  description: 'The deliveries of webhooks with their last attempts, newest first.',
  row: rowType<DeliveryRow>(),
  columns: [
    { key: 'id', label: 'ID', type: 'id', surfaces: ['file'], value: ({ id }) => id },
    {
      key: 'createdAt',
      label: 'Created',
      type: 'instant',
      value: ({ createdAt }) => createdAt.toISOString(),
    },
    { key: 'task', label: 'Task', value: ({ taskId }) => taskId },
    { key: 'endpoint', label: 'Endpoint', value: ({ endpoint }) => endpoint },
    { key: 'status', label: 'Status', value: ({ status }) => status },
    { key: 'attempts', label: 'Attempts', type: 'count', value: ({ attemptCount }) => attemptCount },
    {
      key: 'lastStatus',
      label: 'Last status code',
      surfaces: ['file'],
      value: ({ lastStatusCode }) => lastStatusCode,
    },
    {
      key: 'lastError',
      label: 'Last attempt',
      fileLabel: 'Last error',
      value: ({ lastError }) => lastError,
    },
    {
      key: 'lastDurationMs',
      label: 'Last duration (ms)',
      surfaces: ['file'],
      value: ({ lastDurationMs }) => lastDurationMs,
    },
    {
      key: 'completedAt',
      label: 'Completed at',
      type: 'instant',
      surfaces: ['file'],
      value: ({ completedAt }) => completedAt?.toISOString(),
    },
    {
      key: 'nextAttemptAt',
      label: 'Next attempt',
      type: 'instant',
      surfaces: ['page'],
      value: ({ dueAt }) => dueAt?.toISOString(),
    },
  ],
  order: { page: ['createdAt', 'status', 'endpoint', 'task'] },
});
