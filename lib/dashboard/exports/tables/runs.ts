import { getParameterValues, type SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';
import { type ExportedTable, toColumns } from '#lib/dashboard/exports/exported-table';
import { listFailedItems } from '#lib/dashboard/runs/failed-items';
import { describeFailure } from '#lib/dashboard/runs/failure-messages';
import { getRun, listRuns } from '#lib/dashboard/runs/list-runs';
import { listRunSegments } from '#lib/dashboard/runs/run-progress';
import type { Context } from '#lib/db/client';

/** Rows of a file at most. */
const maxRows = 10_000;

/** All runs of the project, newest first. */
export const runsTable: ExportedTable = {
  ignoresPeriod: true,
  columns: toColumns({
    id: 'ID',
    requested_at: 'Requested at',
    completed_at: 'Completed at',
    kind: 'Kind',
    status: 'Status',
    engines: 'Engines',
    countries: 'Countries',
    samples: 'Samples',
    add_ons: 'Search queries and products requested',
    items: 'Run items',
    answered: 'Answered',
    failed: 'Failed',
    problem: 'Problem',
  }),
  async rows(context, { projectId }) {
    const runs = await listRuns(context, { projectId, limit: maxRows, history: true });
    return runs.map(({ id, requestedAt, completedAt, engines, countries, addOns, done, failed, ...run }) => ({
      id,
      requested_at: requestedAt.toISOString(),
      completed_at: completedAt?.toISOString() ?? null,
      kind: run.kind,
      status: run.status,
      engines: engines.join('\n'),
      countries: countries.join('\n'),
      samples: run.samples,
      add_ons: addOns ? 'yes' : 'no',
      items: run.itemCount,
      answered: done - failed,
      failed,
      problem: run.problem,
    }));
  },
};

/** Progress of the run given as `run`, by engine and country. */
export const runPartsTable: ExportedTable = {
  ignoresPeriod: true,
  columns: toColumns({
    engine: 'Engine',
    country: 'Country',
    items: 'Run items',
    answered: 'Answered',
    no_answer: 'No answer shown',
    failed: 'Failed',
  }),
  async rows(context, { projectId }, asked) {
    const runId = await runOf(context, projectId, asked);
    return (await listRunSegments(context, { runId })).map(
      ({ engine, country, total, answered, noAnswer, failed }) => ({
        engine,
        country,
        items: total,
        answered,
        no_answer: noAnswer,
        failed,
      }),
    );
  },
};

/** Items without an answer in the run given as `run`, with the reason. */
export const runFailuresTable: ExportedTable = {
  ignoresPeriod: true,
  columns: toColumns({
    completed_at: 'Completed at',
    prompt: 'Prompt',
    engine: 'Engine',
    country: 'Country',
    sample: 'Sample',
    status: 'Status',
    error_code: 'Code',
    why: 'Reason',
  }),
  async rows(context, { projectId }, asked) {
    const runId = await runOf(context, projectId, asked);
    return (await listFailedItems(context, { runId, limit: maxRows })).map((cell) => ({
      completed_at: cell.completedAt.toISOString(),
      prompt: cell.prompt,
      engine: cell.engine,
      country: cell.country,
      sample: cell.sample,
      status: cell.status,
      error_code: cell.errorCode,
      why: describeFailure(cell),
    }));
  },
};

/** Returns the ID of the run given as `run`; empty without one. @throws ServiceError RESOURCE_NOT_FOUND */
async function runOf(context: Context, projectId: string, asked: SearchParameters): Promise<string> {
  const [runId = ''] = getParameterValues(asked, 'run');
  return runId === '' ? '' : (await getRun(context, { projectId, runId })).id;
}
