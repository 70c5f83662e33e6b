import { type SearchParameters, valuesOf } from '#lib/dashboard/analytics/filters';
import { columnsOf, type ExportedTable } from '#lib/dashboard/exports/exported-table';
import { failedCells } from '#lib/dashboard/runs/failed-cells';
import { failureWords } from '#lib/dashboard/runs/failure-words';
import { getRun } from '#lib/dashboard/runs/get-run';
import { listRuns } from '#lib/dashboard/runs/list-runs';
import { runParts } from '#lib/dashboard/runs/run-parts';
import type { Context } from '#lib/db/context';

/** Rows a file holds at most: one page of memory. */
const mostRows = 10_000;

/** Every run of the project, the newest first. */
export const runsTable: ExportedTable = {
  ofAllDays: true,
  columns: columnsOf({
    id: 'Id',
    asked_at: 'Asked at',
    ended_at: 'Ended at',
    kind: 'Kind',
    status: 'Status',
    engines: 'Engines',
    countries: 'Countries',
    samples: 'Samples',
    add_ons: 'Searches and products asked for',
    cells: 'Answers asked for',
    answered: 'Came back',
    failed: 'Failed',
    problem: 'Problem',
  }),
  async rows(context, { projectId }) {
    const runs = await listRuns(context, { projectId, limit: mostRows, history: true });
    return runs.map(({ id, askedAt, endedAt, engines, countries, addOns, done, failed, ...run }) => ({
      id,
      asked_at: askedAt.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
      kind: run.kind,
      status: run.status,
      engines: engines.join('\n'),
      countries: countries.join('\n'),
      samples: run.samples,
      add_ons: addOns ? 'yes' : 'no',
      cells: run.cells,
      answered: done - failed,
      failed,
      problem: run.problem,
    }));
  },
};

/** How far the run named `run` is, by engine and country. */
export const runPartsTable: ExportedTable = {
  ofAllDays: true,
  columns: columnsOf({
    engine: 'Engine',
    country: 'Country',
    cells: 'Answers asked for',
    answered: 'Answered',
    no_answer: 'No answer shown',
    failed: 'Failed',
  }),
  async rows(context, { projectId }, asked) {
    const runId = await runOf(context, projectId, asked);
    return (await runParts(context, { runId })).map(
      ({ engine, country, total, answered, noAnswer, failed }) => ({
        engine,
        country,
        cells: total,
        answered,
        no_answer: noAnswer,
        failed,
      }),
    );
  },
};

/** What brought no answer in the run named `run`, and why. */
export const runFailuresTable: ExportedTable = {
  ofAllDays: true,
  columns: columnsOf({
    ended_at: 'Ended at',
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
    return (await failedCells(context, { runId, limit: mostRows })).map((cell) => ({
      ended_at: cell.endedAt.toISOString(),
      prompt: cell.prompt,
      engine: cell.engine,
      country: cell.country,
      sample: cell.sample,
      status: cell.status,
      error_code: cell.errorCode,
      why: failureWords(cell),
    }));
  },
};

/** The run an address names; empty where it names none. @throws ServiceError RESOURCE_NOT_FOUND */
async function runOf(context: Context, projectId: string, asked: SearchParameters): Promise<string> {
  const [runId = ''] = valuesOf(asked, 'run');
  return runId === '' ? '' : (await getRun(context, { projectId, runId })).id;
}
