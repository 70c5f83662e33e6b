import Link from 'next/link';
import type { MissingAddOns } from '#lib/dashboard/runs/list-runs';
import { formatEngine, formatList } from '#lib/format/labels';

interface UnaskedSearchesProps {
  projectId: string;
  /** At least one. */
  engines: readonly MissingAddOns[];
  /** Whether the schedule now includes them. */
  isScheduled: boolean;
}

/** Says which engines ran without the add-on that reports search queries. */
export function AddOnHint({ projectId, engines, isScheduled }: UnaskedSearchesProps) {
  return (
    <>
      Runs in this period requested {formatList(engines.map(({ engine }) => formatEngine(engine)))} without{' '}
      {engines.length === 1 ? 'its' : 'their'} search queries.{' '}
      {isScheduled ? (
        'The schedule now includes them.'
      ) : (
        <>
          <Link href={`/projects/${projectId}/schedule`} className="font-medium text-accent underline">
            Add them to the schedule
          </Link>
          , at {Math.max(...engines.map(({ credits }) => credits))} more credits per answer.
        </>
      )}
    </>
  );
}
