import { EngineName } from '#components/filters/filter-context';
import { Chip } from '#components/ui/chip';
import { Link } from '#components/ui/link';
import { Time } from '#components/ui/time';
import { formatCountry } from '#lib/contract/country-names';

interface FailedListProps {
  failed: readonly {
    id: string;
    prompt: string;
    engine: string;
    country: string;
    /** When the item was requested; in the list of a single run, when it failed. */
    at: Date;
    errorCode: string | null;
    /** Why the item failed. */
    reason: string;
    /** URL of the run; undefined on the page of the run. */
    runHref?: string;
  }[];
}

/** Failed or unreadable run items with their reasons. */
export function FailedList({ failed }: FailedListProps) {
  return (
    <ul className="divide-y">
      {failed.map(({ id, prompt, engine, country, at, errorCode, reason, runHref }) => (
        <li key={id} className="flex flex-col gap-1 py-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="min-w-0 font-medium wrap-break-word">{prompt}</p>
            <span className="text-xs text-muted">
              <Time at={at} />
            </span>
          </div>
          <p className="text-muted">{reason}</p>
          <p className="flex flex-wrap items-center gap-2">
            <Chip>
              <EngineName engine={engine} />
            </Chip>
            <Chip>{formatCountry(country)}</Chip>
            {errorCode ? <code className="font-mono text-xs text-muted">{errorCode}</code> : null}
            {runHref ? (
              <Link
                href={runHref}
                className="ml-auto text-xs font-medium text-accent hover:text-accent-strong"
              >
                View run
              </Link>
            ) : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
