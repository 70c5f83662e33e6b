import { listFailedObservations } from '#lib/dashboard/analytics/answers/observations';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { columnsOf, type ExportedRow, type ExportedTable } from '#lib/dashboard/exports/exported-table';
import { describeFailure } from '#lib/dashboard/runs/failure-messages';
import type { Context } from '#lib/db/context';

const pageSize = 250;

/** Every failed run item, newest first. */
export const failedTable: ExportedTable = {
  columns: columnsOf({
    id: 'ID',
    requested_at: 'Requested at',
    prompt: 'Prompt',
    engine: 'Engine',
    country: 'Country',
    error_code: 'Code',
    why: 'Reason',
    run: 'Run',
  }),
  rows: exportFailures,
};

/** Yields rows, reading a page at a time as the consumer takes them. */
async function* exportFailures(context: Context, filters: MetricFilters): AsyncGenerator<ExportedRow> {
  let before: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listFailedObservations>> = await listFailedObservations(
      context,
      filters,
      {
        limit: pageSize,
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
