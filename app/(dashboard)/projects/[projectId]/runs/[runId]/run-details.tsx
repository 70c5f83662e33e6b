import { EngineName } from '#components/filters/filter-context';
import { DataTable } from '#components/sections/data-table';
import { Notice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import type { RunBreakdownRow } from '#lib/dashboard/runs/run-progress';
import { formatCountry } from '#lib/format/labels';
import { formatCount, noValue } from '#lib/format/numbers';
import { ServiceNotice } from '../../progress/progress-banner';

interface RunNoticeProps {
  /** A sentence that counts the run items that were not sent and states the reason; null if all were sent. */
  unsent: string | null;
  /** Reason why the run stopped early; null if it did not. */
  error: string | null;
  /** Reason why the service can't be used; null if it can. */
  service: 'rejected' | 'unreachable' | null;
  /** Time of the last change of a run item, or of the start of the run, if the run is stalled; otherwise null. */
  stalledSince: Date | null;
}

/** Explains why a run makes no progress or ended early. */
export function RunNotice({ unsent, error, service, stalledSince }: RunNoticeProps) {
  if (unsent === null && error === null && service === null && stalledSince === null) return null;
  return (
    <div className="mb-6">
      {unsent !== null ? (
        <Notice tone="warning">{unsent}</Notice>
      ) : error !== null ? (
        <Notice tone="danger">{error}</Notice>
      ) : service !== null ? (
        <ServiceNotice state={service} />
      ) : stalledSince !== null ? (
        <Notice tone="warning">
          No answers since <Time at={stalledSince} />. Pending run items are queued; nothing is lost or
          charged. If this persists, the worker may have stopped: contact the operator of this Answerscope
          instance.
        </Notice>
      ) : null}
    </div>
  );
}

/** Progress of a run by engine and country. */
export function RunBreakdownTable({ breakdown }: { breakdown: readonly RunBreakdownRow[] }) {
  return (
    <DataTable
      label="By engine and country"
      rows={breakdown.map((row) => ({
        ...row,
        done: row.answered + row.noAnswer + row.failed,
      }))}
      getKey={({ engine, country }) => `${engine} ${country}`}
      columns={[
        {
          head: 'Engine',
          className: 'font-medium',
          cell: ({ engine }) => <EngineName engine={engine} isStacked />,
        },
        { head: 'Country', cell: ({ country }) => formatCountry(country) },
        {
          head: 'Progress bar',
          labelHidden: true,
          className: 'w-[30%] max-md:hidden',
          cell: ({ done, failed, total }) => (
            <div aria-hidden className="flex h-1.5 overflow-hidden rounded-full bg-pressed">
              <div className="bg-accent" style={{ width: `${((done - failed) / total) * 100}%` }} />
              <div className="bg-danger" style={{ width: `${(failed / total) * 100}%` }} />
            </div>
          ),
        },
        {
          head: 'Done',
          headTitle: 'With an answer, without one, or failed',
          numericCell: ({ done, total }) => `${formatCount(done)} of ${formatCount(total)}`,
        },
        {
          head: 'No answer',
          className: 'text-muted',
          numericCell: ({ noAnswer }) => (noAnswer === 0 ? noValue : formatCount(noAnswer)),
        },
        breakdown.some(({ notSent }) => notSent > 0)
          ? {
              head: 'Not sent',
              className: 'text-muted',
              numericCell: ({ notSent }) => (notSent === 0 ? noValue : formatCount(notSent)),
            }
          : null,
        {
          head: 'Failed',
          className: 'text-muted',
          numericCell: ({ failed }) =>
            failed === 0 ? noValue : <span className="font-medium text-danger">{formatCount(failed)}</span>,
        },
      ]}
    />
  );
}
