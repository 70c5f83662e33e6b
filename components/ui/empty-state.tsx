import { CircleDashed, CircleSlash, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#components/ui/classes';
import { formatCount, formatPlural } from '#lib/format/numbers';

const kinds = {
  /** Nothing is there so far: dashed, as a place to be filled. */
  'none yet': { Icon: CircleDashed, frame: 'border border-dashed border-control' },
  /** There is something, but the filters or words leave none of it: a field that was searched. */
  'no match': { Icon: SearchX, frame: 'bg-sunken' },
  /** Nobody could tell the figure: hatched, as on the map. */
  'not measured': { Icon: CircleSlash, frame: 'hatched border' },
  /** That there is nothing is the finding itself. */
  none: { Icon: null, frame: 'border' },
} as const;

interface EmptyStateProps {
  /** Why there is nothing, told apart by how it looks and by the title. */
  kind: keyof typeof kinds;
  /** The same in a few words. */
  title: string;
  children?: ReactNode;
  /** The one next step: a button or a link. */
  action?: ReactNode;
  /** Height to keep, as a class, where a chart or table of that height would stand. */
  className?: string;
}

/** Why there is nothing here, and the one thing to do about it. */
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
  /** What there is, and what there must be. */
  have: number;
  need: number;
  /** What is counted, singular, such as "answer that names Tarnhoof", and plural. */
  unit: string;
  units: string;
  className?: string;
}

/** A chart that would say nothing yet, and how much more it needs. */
export function NotEnoughData({ have, need, unit, units, className }: NotEnoughDataProps) {
  return (
    <EmptyState kind="none yet" title="Not enough data yet" className={className}>
      {`There ${have === 1 ? 'is' : 'are'} ${formatPlural(have, unit, units)}; this needs at least ${formatCount(need)}, so ${formatCount(need - have)} more.`}
    </EmptyState>
  );
}
