import { ServiceNotice } from '#app/(dashboard)/projects/[projectId]/progress/progress-banner.tsx';
import { EngineName } from '#components/filters/filter-context';
import { TableView } from '#components/sections/table-view';
import { Notice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import { formatCountry } from '#lib/contract/country-names';
import { runBreakdownTable } from '#lib/contract/tables/runs';
import { formatCount, noValue } from '#lib/core/numbers';
import type { RunBreakdownRow } from '#lib/dashboard/runs/run-progress';

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
    <TableView
      table={runBreakdownTable}
      rows={breakdown}
      getKey={({ engine, country }) => `${engine} ${country}`}
      omit={breakdown.some(({ notSent }) => notSent > 0) ? [] : ['notSent']}
      views={{
        engine: {
          className: 'font-medium',
          cell: ({ engine }) => <EngineName engine={engine} isStacked reservesModel />,
        },
        country: { cell: ({ country }) => formatCountry(country) },
        done: {
          before: {
            head: 'Progress bar',
            labelHidden: true,
            className: 'w-[30%] max-md:hidden',
            cell: ({ answered, noAnswer, failed, total }) => (
              <div aria-hidden className="flex h-1.5 overflow-hidden rounded-full bg-pressed">
                <div className="bg-accent" style={{ width: `${((answered + noAnswer) / total) * 100}%` }} />
                <div className="bg-danger" style={{ width: `${(failed / total) * 100}%` }} />
              </div>
            ),
          },
          cell: ({ answered, noAnswer, failed, total }) =>
            `${formatCount(answered + noAnswer + failed)} of ${formatCount(total)}`,
        },
        noAnswer: { className: 'text-muted', cell: ({ noAnswer }) => formatSome(noAnswer) },
        notSent: { className: 'text-muted', cell: ({ notSent }) => formatSome(notSent) },
        failed: {
          className: 'text-muted',
          cell: ({ failed }) =>
            failed === 0 ? noValue : <span className="font-medium text-danger">{formatCount(failed)}</span>,
        },
      }}
    />
  );
}

const formatSome = (count: number) => (count === 0 ? noValue : formatCount(count));
