import { defineTable, rowType } from '#lib/contract/tables/define-table';

interface LedgerRow {
  occurredAt: Date;
  kind: string;
  /** Negative if the entry reduces the credits. */
  credits: number;
  engine: string | null;
  /** The name of the API key. */
  keyName: string | null;
  /** The ID of the task or request. */
  subjectId: string | null;
}

export const ledgerTable = defineTable({
  name: 'credit-ledger',
  title: 'Ledger',
  description: 'The changes of the credits in a period, newest first.',
  row: rowType<LedgerRow>(),
  columns: [
    {
      key: 'time',
      label: 'Time',
      type: 'instant',
      value: ({ occurredAt }) => occurredAt.toISOString(),
    },
    { key: 'entry', label: 'Entry', value: ({ kind }) => kind },
    { key: 'credits', label: 'Credits', type: 'count', value: ({ credits }) => credits },
    { key: 'engine', label: 'Engine', engines: ({ engine }) => (engine === null ? null : [engine]) },
    { key: 'apiKey', label: 'API key', value: ({ keyName }) => keyName },
    { key: 'taskOrRequest', label: 'Task or request', value: ({ subjectId }) => subjectId },
  ],
  order: { page: ['time', 'entry', 'engine', 'apiKey', 'taskOrRequest', 'credits'] },
});

export const creditsByDayTable = defineTable({
  name: 'credits-by-day',
  title: 'Credits by day',
  description: 'The credits charged on each day, by engine, API key or project.',
  row: rowType<{ day: string; group: string; credits: number | undefined }>(),
  columns: [
    { key: 'day', label: 'Day', type: 'day', value: ({ day }) => day },
    { key: 'group', label: 'Engine, API key or project', value: ({ group }) => group },
    { key: 'credits', label: 'Credits', type: 'count', value: ({ credits }) => credits },
  ],
});

interface RequestRow {
  id: string;
  receivedAt: Date;
  method: string;
  path: string;
  engine: string | null;
  status: number;
  /** The code of the error; null on success. */
  code: string | null;
  latencyMs: number;
  creditsCharged: number;
  /** Null if the API key was deleted. */
  keyName: string | null;
  provider: string | null;
}

export const requestsTable = defineTable({
  name: 'requests',
  title: 'Requests',
  description: 'The requests to /v1 and /mcp, newest first.',
  row: rowType<RequestRow>(),
  columns: [
    { key: 'id', label: 'ID', type: 'id', surfaces: ['file'], value: ({ id }) => id },
    {
      key: 'time',
      label: 'Time',
      type: 'instant',
      value: ({ receivedAt }) => receivedAt.toISOString(),
    },
    { key: 'method', label: 'Method', surfaces: ['file'], value: ({ method }) => method },
    { key: 'path', label: 'Request', fileLabel: 'Path', value: ({ path }) => path },
    {
      key: 'engine',
      label: 'Engine',
      surfaces: ['file'],
      engines: ({ engine }) => (engine === null ? null : [engine]),
    },
    { key: 'status', label: 'Status', value: ({ status }) => status },
    { key: 'code', label: 'Error code', surfaces: ['file'], value: ({ code }) => code },
    {
      key: 'latencyMs',
      label: 'Latency',
      fileLabel: 'Latency (ms)',
      type: 'number',
      value: ({ latencyMs }) => latencyMs,
    },
    { key: 'credits', label: 'Credits', type: 'count', value: ({ creditsCharged }) => creditsCharged },
    { key: 'apiKey', label: 'API key', value: ({ keyName }) => keyName },
    { key: 'provider', label: 'Provider', surfaces: ['file'], value: ({ provider }) => provider },
  ],
  order: { page: ['time', 'status', 'path', 'apiKey', 'credits', 'latencyMs'] },
});

export const creditsByGroupTable = defineTable({
  name: 'credits-by-group',
  title: 'Credits by engine, API key or project',
  description: 'The credits charged in a period, by engine, API key or project.',
  /** `share` is the part of all credits of the period. */
  row: rowType<{ name: string; credits: number; share: number }>(),
  columns: [
    { key: 'group', label: 'Engine, API key or project', value: ({ name }) => name },
    { key: 'credits', label: 'Credits', type: 'count', value: ({ credits }) => credits },
    { key: 'share', label: 'Share', type: 'percent', value: ({ share }) => share },
  ],
});

export const queueTable = defineTable({
  name: 'queue',
  title: 'Queued tasks by priority',
  description: 'The tasks that wait, by priority.',
  row: rowType<{ priority: number; count: number; oldestAt: Date }>(),
  columns: [
    {
      key: 'priority',
      label: 'Priority',
      description: '10 is the highest.',
      value: ({ priority }) => priority,
    },
    { key: 'count', label: 'Queued', type: 'count', value: ({ count }) => count },
    { key: 'oldestAt', label: 'Oldest', type: 'instant', value: ({ oldestAt }) => oldestAt.toISOString() },
  ],
});
