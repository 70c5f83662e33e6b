import { Info } from 'lucide-react';
import { Popover } from '#components/ui/popover';
import type { Meaning } from '#lib/format/definitions';

/** What the figures of a table mean, behind an "i" beside its title. */
export function Meanings({ of, meanings }: { of: string; meanings: readonly Meaning[] }) {
  const label = `What the figures of “${of}” mean`;
  return (
    <Popover
      label={label}
      trigger={
        <button
          type="button"
          aria-label={label}
          data-print="hide"
          className="-my-0.5 flex size-6 items-center justify-center rounded-md text-faint hover:text-ink"
        >
          <Info className="size-3.5" aria-hidden />
        </button>
      }
    >
      <dl className="grid gap-3">
        {meanings.map(({ figure, means }) => (
          <div key={figure}>
            <dt className="font-semibold">{figure}</dt>
            <dd className="text-muted">{means}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}
