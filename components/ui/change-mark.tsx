import { ArrowDown, ArrowUp, Minus } from 'lucide-react';
import { classes } from '#components/ui/classes';
import type { Change } from '#lib/core/figure';

const words: Record<Change['verdict'], string> = {
  moved: 'moved',
  'within noise': 'within noise',
  'not enough data': 'not enough data to compare',
  'engine changed': 'the engine changed its model',
};

interface ChangeMarkProps {
  change: Change | null;
  /** Writes the difference with its sign, such as "+6 points". */
  format: (difference: number) => string;
  /** For ranks, where less is better. */
  lessIsBetter?: boolean;
  /** Leaves the verdict to assistive technology, in a table. */
  compact?: boolean;
}

/** A change against the period before: sign and arrow first, colour second, and only where it is more than noise. */
export function ChangeMark({ change, format, lessIsBetter, compact }: ChangeMarkProps) {
  if (!change) return null;
  if (change.difference === null || change.verdict === 'not enough data') {
    return (
      <span className="text-xs text-faint">
        {compact ? <span aria-hidden>–</span> : null}
        <span className={compact ? 'sr-only' : undefined}>{words['not enough data']}</span>
      </span>
    );
  }
  const moved = change.verdict === 'moved';
  const up = change.difference > 0;
  const good = lessIsBetter ? !up : up;
  const Arrow = change.difference === 0 ? Minus : up ? ArrowUp : ArrowDown;
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 whitespace-nowrap text-xs font-medium',
        moved ? (good ? 'text-up' : 'text-down') : 'text-muted',
      )}
    >
      <Arrow className="size-3.5" strokeWidth={2.25} aria-hidden />
      {format(change.difference)}
      <span className={compact ? 'sr-only' : 'font-normal text-muted'}>{words[change.verdict]}</span>
    </span>
  );
}
