import Link from 'next/link';
import type { MissingAddOns } from '#lib/dashboard/runs/list-runs';
import { formatEngine, formatList } from '#lib/format/labels';

interface UnaskedSearchesProps {
  projectId: string;
  /** At least one. */
  engines: readonly MissingAddOns[];
  /** Whether the schedule asks for them meanwhile. */
  askedNow: boolean;
}

/** That engines would tell their searches for more credits but were not asked to, and how to ask them. */
export function AddOnHint({ projectId, engines, askedNow }: UnaskedSearchesProps) {
  return (
    <>
      Runs of these days asked {formatList(engines.map(({ engine }) => formatEngine(engine)))} without{' '}
      {engines.length === 1 ? 'its' : 'their'} searches.{' '}
      {askedNow ? (
        'The schedule asks for them now.'
      ) : (
        <>
          <Link href={`/projects/${projectId}/schedule`} className="font-medium text-accent underline">
            Ask for them in the schedule
          </Link>
          , at {Math.max(...engines.map(({ credits }) => credits))} credits more an answer, and they appear
          here.
        </>
      )}
    </>
  );
}
