import { CircleAlert, CircleDashed, CircleSlash, Info, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#components/ui/classes';
import { defineMessages } from '#lib/core/messages';
import { formatPlural } from '#lib/core/numbers';

const tones = {
  plain: 'border-hairline bg-sunken text-ink [&>svg]:text-muted',
  warning: 'border-warning/30 bg-warning-soft text-ink [&>svg]:text-warning',
  danger: 'border-danger/30 bg-danger-soft text-ink [&>svg]:text-danger',
} as const;

/** A message on the page. A `danger` notice is announced when it appears. */
export function Notice({ tone = 'plain', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  const Icon = tone === 'plain' ? Info : CircleAlert;
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={classes('flex items-start gap-2.5 rounded-lg border px-3.5 py-2.5', tones[tone])}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}

interface ErrorNoticeProps {
  /** The failure of an action. */
  problem: { message: string } | undefined;
  className?: string;
}

/** The message of a failed action; nothing without a failure. */
export function ErrorNotice({ problem, className }: ErrorNoticeProps) {
  if (!problem) return null;
  return (
    <div className={className}>
      <Notice tone="danger">{problem.message}</Notice>
    </div>
  );
}

/** Replaces a part of the page that couldn't be loaded. */
export function LoadFailed() {
  return (
    <Notice tone="danger">
      This part couldn’t be loaded. Check your connection and reload the page. Your saved data isn’t affected.
    </Notice>
  );
}

const kinds = {
  /** Nothing has been created or measured yet. */
  'none yet': { Icon: CircleDashed, frame: 'border border-dashed border-control' },
  /** Nothing matches the filters or the search. */
  'no match': { Icon: SearchX, frame: 'bg-sunken' },
  /** The metric cannot be measured. */
  'not measured': { Icon: CircleSlash, frame: 'hatched border' },
  /** There is nothing to show, for example no gaps, or the member has no access. */
  none: { Icon: null, frame: 'border' },
} as const;

export interface EmptyStateProps {
  /** Why there is no data. */
  kind: keyof typeof kinds;
  /** The reason in a few words. */
  title: string;
  children?: ReactNode;
  /** The one next step: a button or a link. */
  action?: ReactNode;
  /** A height class, to keep the layout of a chart or table. */
  className?: string;
}

/** Explains why there is no data and offers one next step. */
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

const messages = defineMessages({
  notEnoughData:
    'There {have, plural, one {is} other {are}} {units}. The chart needs at least {need, number} ({more, number} more).',
});

interface NotEnoughDataProps {
  /** The number available, and the number needed. */
  have: number;
  need: number;
  /** What is counted, such as "answer that mentions Tarnhoof", and its plural. */
  unit: string;
  units: string;
  className?: string;
}

/** Replaces a chart without enough data and states how much more it needs. */
export function NotEnoughData({ have, need, unit, units, className }: NotEnoughDataProps) {
  return (
    <EmptyState kind="none yet" title="Not enough data yet" className={className}>
      {messages.notEnoughData({ have, units: formatPlural(have, unit, units), need, more: need - have })}
    </EmptyState>
  );
}
