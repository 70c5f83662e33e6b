import type { ReactNode } from 'react';
import { dayAxisHeight, valueAxisWidth } from '#components/charts/axis-style';
import { classes } from '#components/ui/classes';
import { formatTick } from '#lib/format/formats';

interface StillFrameProps {
  label: string;
  /** Pixels, of the whole chart. */
  height: number;
  axis: { max: number; ticks: readonly number[] };
  /** Where the plot ends at the right. */
  className?: string | undefined;
  /** What is drawn, in the place of the plot. */
  children: ReactNode;
}

const top = 8;

/** Pixels between the top and the axis of a chart of that height. */
export function plotHeight(height: number): number {
  return height - top - dayAxisHeight;
}

/** The grid and the value axis of a still chart, where the plot that answers to the pointer has them. */
export function StillFrame({ label, height, axis, className, children }: StillFrameProps) {
  const tall = plotHeight(height);
  return (
    <div role="img" aria-label={label} className="relative text-xs text-muted" style={{ height }}>
      <div
        aria-hidden
        className={classes('absolute', className)}
        style={{ top, height: tall, left: valueAxisWidth }}
      >
        {axis.ticks.map((tick) => (
          <div
            key={tick}
            className={classes('absolute inset-x-0 border-t', tick === 0 ? 'border-control' : null)}
            style={{ top: tall - (tick / axis.max) * tall - 0.5 }}
          >
            <span className="absolute right-full -mt-[7px] mr-2">{formatTick(tick)}</span>
          </div>
        ))}
        {children}
      </div>
    </div>
  );
}
