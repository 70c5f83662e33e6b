import { runBreakdownTable, runFailuresTable, runsTable } from '#lib/contract/tables/runs';
import { toDay } from '#lib/core/days';
import { formatFileTime } from '#lib/core/file-name';
import { getParameterValues } from '#lib/dashboard/analytics/filters/metric-filters';
import { defineRows, type TableInput } from '#lib/dashboard/exports/exported-table';
import { listFailedItems } from '#lib/dashboard/runs/failed-items';
import { describeFailure } from '#lib/dashboard/runs/failure-messages';
import { getRun, listRuns, type Run } from '#lib/dashboard/runs/list-runs';
import { listRunBreakdown } from '#lib/dashboard/runs/run-progress';

const maxRows = 10_000;

export const runTables = [
  /** Up to `maxRows` runs. */
  defineRows(runsTable, {
    ignoresFilters: true,
    label: ({ clock }, { timeZone }) => [toDay(clock.now(), timeZone)],
    rows: (context, { projectId }) =>
      listRuns(context, { projectId, limit: maxRows, includeBackfills: true }),
  }),
  /** Of the run in the URL parameter `run`. */
  defineRows(runBreakdownTable, {
    ignoresFilters: true,
    label: labelRun,
    rows: async (...input) => listRunBreakdown(input[0], { runId: await getRunId(...input) }),
  }),
  /** Up to `maxRows` failures of the run in the URL parameter `run`. */
  defineRows(runFailuresTable, {
    ignoresFilters: true,
    label: labelRun,
    async rows(...input) {
      const items = await listFailedItems(input[0], { runId: await getRunId(...input), limit: maxRows });
      return items.map((item) => ({ ...item, reason: describeFailure(item) }));
    },
  }),
];

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
