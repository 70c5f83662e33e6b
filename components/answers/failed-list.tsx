import Link from 'next/link';
import { Chip } from '#components/ui/chip';
import { Time } from '#components/ui/time';
import { countryName, formatEngine } from '#lib/format/labels';

interface FailedListProps {
  failed: readonly {
    id: string;
    prompt: string;
    engine: string;
    country: string;
    askedAt: Date;
    errorCode: string | null;
    /** The reason as a sentence. */
    why: string;
    runHref: string;
  }[];
}

/** What was asked and never answered, each with its reason and the way to its run. */
export function FailedList({ failed }: FailedListProps) {
  return (
    <ul className="divide-y">
      {failed.map(({ id, prompt, engine, country, askedAt, errorCode, why, runHref }) => (
        <li key={id} className="flex flex-col gap-1 py-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="min-w-0 font-medium wrap-break-word">{prompt}</p>
            <span className="text-xs text-muted">
              <Time at={askedAt} />
            </span>
          </div>
          <p className="text-muted">{why}</p>
          <p className="flex flex-wrap items-center gap-2">
            <Chip>{formatEngine(engine)}</Chip>
            <Chip>{countryName(country)}</Chip>
            {errorCode ? <code className="font-mono text-xs text-muted">{errorCode}</code> : null}
            <Link href={runHref} className="ml-auto text-xs font-medium text-accent hover:text-accent-strong">
              See the run
            </Link>
          </p>
        </li>
      ))}
    </ul>
  );
}
