import { defineTable, rowType } from '#lib/contract/tables/define-table';
import { countryColumn, engineColumn, promptColumn } from '#lib/contract/tables/shared-columns';

export const runsTable = defineTable({
  name: 'runs',
  title: 'Runs',
  description: 'The runs of the project, including backfills, newest first.',
  row: rowType<{
    id: string;
    requestedAt: Date;
    completedAt: Date | null;
    kind: string;
    status: string;
    engines: readonly string[];
    countries: readonly string[];
    samples: number;
    addOns: boolean;
    itemCount: number;
    answered: number;
    failed: number;
    notSent: number;
    pauseReason: string | null;
    error: string | null;
  }>(),
  columns: [
    { key: 'id', label: 'ID', type: 'id', value: ({ id }) => id },
    {
      key: 'requestedAt',
      label: 'Requested at',
      type: 'instant',
      value: ({ requestedAt }) => requestedAt.toISOString(),
    },
    {
      key: 'completedAt',
      label: 'Completed at',
      type: 'instant',
      value: ({ completedAt }) => completedAt?.toISOString(),
    },
    { key: 'kind', label: 'Kind', value: ({ kind }) => kind },
    { key: 'status', label: 'Status', value: ({ status }) => status },
    { key: 'engines', label: 'Engines', engines: ({ engines }) => engines },
    { key: 'countries', label: 'Countries', value: ({ countries }) => countries.join('\n') },
    { key: 'samples', label: 'Samples', type: 'count', value: ({ samples }) => samples },
    {
      key: 'addOns',
      label: 'Includes search queries and products',
      type: 'boolean',
      value: ({ addOns }) => addOns,
    },
    { key: 'items', label: 'Run items', type: 'count', value: ({ itemCount }) => itemCount },
    { key: 'answered', label: 'Answered', type: 'count', value: ({ answered }) => answered },
    { key: 'failed', label: 'Failed', type: 'count', value: ({ failed }) => failed },
    { key: 'notSent', label: 'Not sent', type: 'count', value: ({ notSent }) => notSent },
    {
      key: 'notSentBecause',
      label: 'Not sent because',
      value: ({ notSent, pauseReason }) => (notSent > 0 ? pauseReason : null),
    },
    { key: 'error', label: 'Error', isLong: true, value: ({ error }) => error },
  ],
});

export const runBreakdownTable = defineTable({
  name: 'run-breakdown',
  title: 'By engine and country',
  description: 'Progress of a run by engine and country.',
  row: rowType<{
    engine: string;
    country: string;
    total: number;
    answered: number;
    noAnswer: number;
    failed: number;
    notSent: number;
  }>(),
  columns: [
    engineColumn,
    countryColumn,
    { key: 'items', label: 'Run items', type: 'count', surfaces: ['file'], value: ({ total }) => total },
    {
      key: 'answered',
      label: 'Answered',
      type: 'count',
      surfaces: ['file'],
      value: ({ answered }) => answered,
    },
    {
      key: 'done',
      label: 'Done',
      description: 'With an answer, without one, or failed',
      type: 'count',
      surfaces: ['page'],
      value: ({ answered, noAnswer, failed }) => answered + noAnswer + failed,
    },
    { key: 'noAnswer', label: 'No answer', type: 'count', value: ({ noAnswer }) => noAnswer },
    { key: 'failed', label: 'Failed', type: 'count', value: ({ failed }) => failed },
    { key: 'notSent', label: 'Not sent', type: 'count', value: ({ notSent }) => notSent },
  ],
  order: { page: ['engine', 'country', 'done', 'noAnswer', 'notSent'] },
});

/** A run item without a usable answer. */
interface FailedItem {
  prompt: string;
  engine: string;
  country: string;
  errorCode: string | null;
  /** A sentence. */
  reason: string;
}

export const runFailuresTable = defineTable({
  name: 'run-failures',
  title: 'Failures',
  description: 'The items of a run that failed or have an unreadable answer, with the reason.',
  row: rowType<FailedItem & { completedAt: Date; sample: number; status: string }>(),
  columns: [
    {
      key: 'completedAt',
      label: 'Completed at',
      type: 'instant',
      value: ({ completedAt }) => completedAt.toISOString(),
    },
    promptColumn,
    engineColumn,
    countryColumn,
    { key: 'sample', label: 'Sample', type: 'count', value: ({ sample }) => sample },
    { key: 'status', label: 'Status', value: ({ status }) => status },
    { key: 'errorCode', label: 'Code', value: ({ errorCode }) => errorCode },
    { key: 'reason', label: 'Reason', isLong: true, value: ({ reason }) => reason },
  ],
});

export const failedItemsTable = defineTable({
  name: 'failed',
  title: 'Failures',
  description: 'The failed run items of the period that match the filters, newest first.',
  row: rowType<FailedItem & { id: string; requestedAt: Date; runId: string }>(),
  columns: [
    { key: 'id', label: 'ID', type: 'id', value: ({ id }) => id },
    {
      key: 'requestedAt',
      label: 'Requested at',
      type: 'instant',
      value: ({ requestedAt }) => requestedAt.toISOString(),
    },
    promptColumn,
    engineColumn,
    countryColumn,
    { key: 'errorCode', label: 'Code', value: ({ errorCode }) => errorCode },
    { key: 'reason', label: 'Reason', value: ({ reason }) => reason },
    { key: 'run', label: 'Run', type: 'id', value: ({ runId }) => runId },
  ],
});
