import type { HeadToHeadFacts } from '#components/competitors/facts';
import type { TrackedBrand } from '#lib/core/figure';
import { formatCount, formatPlural } from '#lib/format/formats';

/** How many prompts name whom, and who is ahead beyond noise. */
export function HeadToHeadCounts({ own, facts }: { own: TrackedBrand; facts: HeadToHeadFacts }) {
  const { rival, prompts, mentioned, ahead, behind } = facts;
  const counts = [
    { label: 'Both named', value: mentioned.both },
    { label: `Only ${own.name}`, value: mentioned['only us'] },
    { label: `Only ${rival.name}`, value: mentioned['only them'] },
    { label: 'Neither', value: mentioned.neither },
  ];
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
      <dl className="grid grid-cols-2 gap-x-10 gap-y-3 sm:grid-cols-4">
        {counts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="text-lg font-medium">
              {formatCount(value)}
              <span className="ml-1.5 text-xs font-normal text-muted">
                {value === 1 ? 'prompt' : 'prompts'}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-muted">
        Of {formatPlural(prompts.length, 'prompt')}, {own.name} is ahead in {formatCount(ahead)} and behind in{' '}
        {formatCount(behind)}; the others are within noise or have too few answers.
      </p>
    </div>
  );
}
