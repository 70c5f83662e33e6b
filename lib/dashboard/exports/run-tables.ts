import { formatFileTime } from '#lib/core/file-name';
import { toUtcDay } from '#lib/core/time';
import { getParameterValues } from '#lib/dashboard/analytics/filters/metric-filters';
import { defineTable, type TableInput } from '#lib/dashboard/exports/define-table';
import { listFailedItems } from '#lib/dashboard/runs/failed-items';
import { describeFailure } from '#lib/dashboard/runs/failure-messages';
import { getRun, listRuns, type Run } from '#lib/dashboard/runs/list-runs';
import { listRunBreakdown } from '#lib/dashboard/runs/run-progress';

const maxRows = 10_000;

export const runTables = {
  /** The runs of the project, including backfills, newest first, up to `maxRows`. */
  runs: defineTable({
    ignoresFilters: true,
    label: ({ clock }) => [toUtcDay(clock.now())],
    rows: (context, { projectId }) =>
      listRuns(context, { projectId, limit: maxRows, includeBackfills: true }),
    columns: [
      { key: 'id', label: 'ID', value: (run) => run.id },
      {
        key: 'requested_at',
        label: 'Requested at',
        format: 'instant',
        value: (run) => run.requestedAt.toISOString(),
      },
      {
        key: 'completed_at',
        label: 'Completed at',
        format: 'instant',
        value: (run) => run.completedAt?.toISOString(),
      },
      { key: 'kind', label: 'Kind', value: (run) => run.kind },
      { key: 'status', label: 'Status', value: (run) => run.status },
      { key: 'engines', label: 'Engines', engines: (run) => run.engines },
      { key: 'countries', label: 'Countries', value: (run) => run.countries.join('\n') },
      { key: 'samples', label: 'Samples', value: (run) => run.samples },
      {
        key: 'add_ons',
        label: 'Includes search queries and products',
        value: (run) => (run.addOns ? 'yes' : 'no'),
      },
      { key: 'items', label: 'Run items', value: (run) => run.itemCount },
      { key: 'answered', label: 'Answered', value: (run) => run.answered },
      { key: 'failed', label: 'Failed', value: (run) => run.failed },
      { key: 'not_sent', label: 'Not sent', value: (run) => run.notSent },
      {
        key: 'not_sent_because',
        label: 'Not sent because',
        value: (run) => (run.notSent > 0 ? run.pauseReason : null),
      },
      { key: 'error', label: 'Error', isLong: true, value: (run) => run.error },
    ],
  }),
  /** Progress of the run in the URL parameter `run`, by engine and country. */
  'run-breakdown': defineTable({
    ignoresFilters: true,
    label: labelRun,
    rows: async (...input) => listRunBreakdown(input[0], { runId: await getRunId(...input) }),
    columns: [
      { key: 'engine', label: 'Engine', engines: ({ engine }) => [engine] },
      { key: 'country', label: 'Country', value: ({ country }) => country },
      { key: 'items', label: 'Run items', value: ({ total }) => total },
      { key: 'answered', label: 'Answered', value: ({ answered }) => answered },
      { key: 'no_answer', label: 'No answer', value: ({ noAnswer }) => noAnswer },
      { key: 'failed', label: 'Failed', value: ({ failed }) => failed },
      { key: 'not_sent', label: 'Not sent', value: ({ notSent }) => notSent },
    ],
  }),
  /** Failed items and those with an unreadable answer, with the reason, of the run in the URL parameter `run`. */
  'run-failures': defineTable({
    ignoresFilters: true,
    label: labelRun,
    rows: async (...input) => listFailedItems(input[0], { runId: await getRunId(...input), limit: maxRows }),
    columns: [
      {
        key: 'completed_at',
        label: 'Completed at',
        format: 'instant',
        value: (item) => item.completedAt.toISOString(),
      },
      { key: 'prompt', label: 'Prompt', isLong: true, value: (item) => item.prompt },
      { key: 'engine', label: 'Engine', engines: (item) => [item.engine] },
      { key: 'country', label: 'Country', value: (item) => item.country },
      { key: 'sample', label: 'Sample', value: (item) => item.sample },
      { key: 'status', label: 'Status', value: (item) => item.status },
      { key: 'error_code', label: 'Code', value: (item) => item.errorCode },
      { key: 'reason', label: 'Reason', isLong: true, value: describeFailure },
    ],
  }),
};

/** Returns the run in the URL parameter `run`; undefined without one. @throws ServiceError RESOURCE_NOT_FOUND */
async function getRequestedRun(
  ...[context, { projectId }, parameters]: TableInput
): Promise<Run | undefined> {
  const [runId = ''] = getParameterValues(parameters, 'run');
  return runId === '' ? undefined : getRun(context, { projectId, runId });
}

const getRunId = async (...input: TableInput): Promise<string> => (await getRequestedRun(...input))?.id ?? '';

/** Labels the run by its time, because a project can have several runs on a day. */
async function labelRun(...input: TableInput): Promise<string[]> {
  const run = await getRequestedRun(...input);
  return run ? [formatFileTime(run.requestedAt)] : [];
}
