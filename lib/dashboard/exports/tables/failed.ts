import { failedObservations } from '#lib/dashboard/analytics/failed-observations';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { columnsOf, type ExportedRow, type ExportedTable } from '#lib/dashboard/exports/exported-table';
import { failureWords } from '#lib/dashboard/runs/failure-words';
import type { Context } from '#lib/db/context';

const rowsAPage = 250;

/** Everything that was asked in the view and never answered, newest first. */
export const failedTable: ExportedTable = {
  columns: columnsOf({
    id: 'Id',
    asked_at: 'Asked at',
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
    const page: Awaited<ReturnType<typeof failedObservations>> = await failedObservations(context, filters, {
      limit: rowsAPage,
      before,
    });
    for (const { id, runId, prompt, engine, country, askedAt, errorCode } of page.failed) {
      const why = failureWords({ status: 'failed', errorCode });
      const asked_at = askedAt.toISOString();
      yield { id, asked_at, prompt, engine, country, error_code: errorCode, why, run: runId };
    }
    before = page.next;
  } while (before);
}
