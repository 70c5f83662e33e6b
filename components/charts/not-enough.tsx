import { EmptyState } from '#components/ui/empty-state';
import { formatCount, formatPlural } from '#lib/format/formats';

interface NotEnoughProps {
  /** What there is, and what there must be. */
  have: number;
  need: number;
  /** What is counted, singular, such as "answer that names Tarnhoof", and plural. */
  unit: string;
  units: string;
  className?: string;
}

/** A chart that would say nothing yet, and how much more it needs. */
export function NotEnough({ have, need, unit, units, className }: NotEnoughProps) {
  return (
    <EmptyState kind="none yet" title="Not enough data yet" className={className}>
      {`There ${have === 1 ? 'is' : 'are'} ${formatPlural(have, unit, units)}; this needs at least ${formatCount(need)}, so ${formatCount(need - have)} more.`}
    </EmptyState>
  );
}
