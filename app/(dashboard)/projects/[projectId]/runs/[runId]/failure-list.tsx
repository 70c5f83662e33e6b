import { Chip } from '#components/ui/chip';
import { Time } from '#components/ui/time';
import { describeFailure } from '#lib/dashboard/runs/failure-messages';
import type { FailedItem } from '#lib/dashboard/runs/list-failed-items';
import { formatCountry, formatEngine } from '#lib/format/labels';

/** Failed items of a run with their reasons. */
export function FailureList({ cells }: { cells: readonly FailedItem[] }) {
  return (
    <ul className="border-b">
      {cells.map((cell) => (
        <li key={cell.id} className="flex flex-col gap-1 border-t py-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="min-w-0 font-medium wrap-break-word">{cell.prompt}</p>
            <span className="text-xs text-muted">
              <Time at={cell.completedAt} />
            </span>
          </div>
          <p className="text-muted">{describeFailure(cell)}</p>
          <p className="flex flex-wrap items-center gap-2">
            <Chip>{formatEngine(cell.engine)}</Chip>
            <Chip>{formatCountry(cell.country)}</Chip>
            {cell.errorCode ? <code className="font-mono text-xs text-muted">{cell.errorCode}</code> : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
