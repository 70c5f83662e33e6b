import { CircleDashed, CircleSlash, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#components/ui/classes';
import { formatCount, formatPlural } from '#lib/format/numbers';

const kinds = {
  /** Nothing has been created or measured yet. */
  'none yet': { Icon: CircleDashed, frame: 'border border-dashed border-control' },
  /** Filters or a search leave nothing. */
  'no match': { Icon: SearchX, frame: 'bg-sunken' },
  /** The metric cannot be measured. */
  'not measured': { Icon: CircleSlash, frame: 'hatched border' },
  /** That there is nothing is the result. */
  none: { Icon: null, frame: 'border' },
} as const;

interface EmptyStateProps {
  /** Why there is nothing. */
  kind: keyof typeof kinds;
  /** The reason in a few words. */
  title: string;
  children?: ReactNode;
  /** The one next step: a button or a link. */
  action?: ReactNode;
  /** A height class, to keep the layout of a chart or table. */
  className?: string;
}

/** Explains why there is nothing, and offers one next step. */
export function EmptyState({ kind, title, children, action, className }: EmptyStateProps) {
  const { Icon, frame } = kinds[kind];
  return (
    <div
      data-empty={kind}
      className={classes('flex items-center justify-center rounded-lg px-4 py-8 md:px-6', frame, className)}
    >
      <div
        className={classes(
          'flex flex-col items-center text-center',
          kind === 'not measured' && 'rounded-lg bg-page px-6 py-4',
        )}
      >
        {Icon ? <Icon aria-hidden className="mb-3 size-6 text-faint" strokeWidth={1.75} /> : null}
        <p className="font-semibold">{title}</p>
        {children ? <div className="mt-1 max-w-md text-muted text-pretty">{children}</div> : null}
        {action ? <div className="mt-5">{action}</div> : null}
      </div>
    </div>
  );
}

interface NotEnoughDataProps {
  /** How many there are, and how many are needed. */
  have: number;
  need: number;
  /** What is counted, such as "answer that mentions Tarnhoof", and its plural. */
  unit: string;
  units: string;
  className?: string;
}

/** Shown in place of a chart without enough data, with how much more it needs. */
export function NotEnoughData({ have, need, unit, units, className }: NotEnoughDataProps) {
  return (
    <EmptyState kind="none yet" title="Not enough data yet" className={className}>
      {`There ${have === 1 ? 'is' : 'are'} ${formatPlural(have, unit, units)}. The chart needs at least ${formatCount(need)}, so ${formatCount(need - have)} more.`}
    </EmptyState>
  );
}
