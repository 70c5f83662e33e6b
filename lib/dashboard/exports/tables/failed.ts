import { listFailedObservations } from '#lib/dashboard/analytics/answers/observations';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { columnsOf, type ExportedRow, type ExportedTable } from '#lib/dashboard/exports/exported-table';
import { describeFailure } from '#lib/dashboard/runs/failure-messages';
import type { Context } from '#lib/db/context';

const rowsAPage = 250;

/** Everything that was asked in the view and never answered, newest first. */
export const failedTable: ExportedTable = {
  columns: columnsOf({
    id: 'Id',
    requested_at: 'Asked at',
    prompt: 'Prompt',
    engine: 'Engine',
    country: 'Country',
    error_code: 'Code',
    why: 'Reason',
    run: 'Run',
  }),
  rows: exportedFailures,
};

/** Read a page at a time as the reader takes them. */
async function* exportedFailures(context: Context, filters: MetricFilters): AsyncGenerator<ExportedRow> {
  let before: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listFailedObservations>> = await listFailedObservations(
      context,
      filters,
      {
        limit: rowsAPage,
        before,
      },
    );
    for (const { id, runId, prompt, engine, country, requestedAt, errorCode } of page.failed) {
      const why = describeFailure({ status: 'failed', errorCode });
      const requested_at = requestedAt.toISOString();
      yield { id, requested_at, prompt, engine, country, error_code: errorCode, why, run: runId };
    }
    before = page.nextCursor;
  } while (before);
}
