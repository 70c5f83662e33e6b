import { ArrowDown, ArrowUp } from 'lucide-react';
import { classes } from '#components/ui/classes';
import type { Change } from '#lib/core/metric';
import { type ChangeUnit, formatChange } from '#lib/format/format-change';

interface ChangeLabelProps {
  change: Change | null;
  unit?: ChangeUnit | undefined;
  /** Moves the verdict to the tooltip and to assistive technology, for tables. */
  compact?: boolean | undefined;
}

/** A change from the comparison period. Only changes beyond noise have an arrow and a color. */
export function ChangeLabel({ change, unit = 'points', compact }: ChangeLabelProps) {
  const formatted = formatChange(change, unit);
  if (!formatted) return null;
  const { direction, isImprovement, label, explanation } = formatted;
  const Arrow = direction === 'up' ? ArrowUp : ArrowDown;
  const isUncertain = formatted.verdict === 'not enough data' || formatted.verdict === 'model changed';
  return (
    <span
      title={`${label}. ${explanation}`}
      className={classes(
        'inline-flex items-center gap-1 align-middle text-xs',
        !isUncertain && 'whitespace-nowrap',
        isImprovement === null
          ? 'text-muted'
          : isImprovement
            ? 'font-medium text-up'
            : 'font-medium text-down',
      )}
    >
      {direction === 'none' ? null : <Arrow className="size-3.5" strokeWidth={2.25} aria-hidden />}
      {isUncertain && compact ? <span aria-hidden>–</span> : isUncertain ? null : formatted.text}
      <span className={compact ? 'sr-only' : 'font-normal text-muted'}>{label.toLowerCase()}</span>
    </span>
  );
}
