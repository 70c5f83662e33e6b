import { ArrowDown, ArrowUp } from 'lucide-react';
import { classes } from '#components/ui/classes';
import type { Change } from '#lib/core/metric';
import { type ChangeUnit, formatChange } from '#lib/format/format-change';

interface ChangeLabelProps {
  change: Change | null;
  unit?: ChangeUnit;
  /** Leaves the verdict to the tooltip and to assistive technology, in a table. */
  compact?: boolean;
}

/** A change against the days compared with: arrow and sign first, color second, and only where it is more than noise. */
export function ChangeLabel({ change, unit = 'points', compact }: ChangeLabelProps) {
  const words = formatChange(change, unit);
  if (!words) return null;
  const { direction, good, label, explanation } = words;
  const Arrow = direction === 'up' ? ArrowUp : ArrowDown;
  const unsure = words.verdict === 'not enough data' || words.verdict === 'model changed';
  return (
    <span
      title={`${label}. ${explanation}`}
      className={classes(
        'inline-flex items-center gap-1 align-middle text-xs',
        !unsure && 'whitespace-nowrap',
        good === null ? 'text-muted' : good ? 'font-medium text-up' : 'font-medium text-down',
      )}
    >
      {direction === 'none' ? null : <Arrow className="size-3.5" strokeWidth={2.25} aria-hidden />}
      {unsure && compact ? <span aria-hidden>–</span> : unsure ? null : words.text}
      <span className={compact ? 'sr-only' : 'font-normal text-muted'}>{label.toLowerCase()}</span>
    </span>
  );
}
