'use client';

import type { CSSProperties, ReactNode } from 'react';
import { useAnnotations } from '#components/annotations/annotations-context';
import { FlagMark } from '#components/annotations/flag-mark';
import { plotHeight, StillFrame } from '#components/charts/still-frame';
import { classes } from '#components/ui/classes';
import { dayTicks } from '#lib/charts/axis';
import { flagGroups } from '#lib/charts/flags';
import { formatShortDate } from '#lib/format/formats';

interface StillPlotProps {
  label: string;
  /** Pixels, of the whole chart. */
  height: number;
  days: readonly string[];
  axis: { max: number; ticks: readonly number[] };
  /** How many days are named beside each other, in a wide and in a narrow window. */
  named: { wide: number; narrow: number };
  /** Where a day stands over the width, from 0 to 1. */
  across: (index: number) => number;
  /** Pixels between the axis and the first day, and after the last. */
  inset: number;
  /** Leaves room at the right where there is any, and fills it. */
  aside?: ReactNode;
  /** Shapes in a box of `stillWidth` by the height of the plot. */
  children: ReactNode;
}

/** The box that shapes of a still plot are drawn in is so wide, whatever the window is. */
export const stillWidth = 1000;
/** How far the middles of two flags stand apart at least, as a part of the width of the plot. */
const leastApart = { wide: 0.035, narrow: 0.07 };

/**
 * A chart over days as the page carries it before any script: grid, axes and shapes, in the very places where the
 * plot that answers to the pointer draws them.
 */
export function StillPlot({
  label,
  height,
  days,
  axis,
  named,
  across,
  inset,
  aside,
  children,
}: StillPlotProps) {
  const tall = plotHeight(height);
  const { flags } = useAnnotations();
  const at = (day: string): CSSProperties => ({ left: `${across(days.indexOf(day)) * 100}%` });
  const names = (most: number, className: string) =>
    dayTicks(days, most).map((day) => (
      <span
        key={day}
        className={classes('absolute top-full mt-[11px] -translate-x-1/2 whitespace-nowrap', className)}
        style={at(day)}
      >
        {formatShortDate(day)}
      </span>
    ));
  const placeOf = (day: string) => (days.includes(day) ? across(days.indexOf(day)) : undefined);
  const marks = (apart: number, className: string) =>
    flagGroups(flags, placeOf, apart).map(({ label: numbers, at: middle }) => (
      <span
        key={numbers}
        className={classes('absolute top-full flex -translate-1/2', className)}
        style={{ left: `${middle * 100}%` }}
      >
        <FlagMark label={numbers} />
      </span>
    ));
  return (
    <StillFrame
      label={label}
      height={height}
      axis={axis}
      className={classes('right-[22px]', aside ? 'md:right-[148px]' : null)}
    >
      <div className="absolute inset-y-0" style={{ left: inset, right: inset }}>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${stillWidth} ${tall}`}
          preserveAspectRatio="none"
          className="size-full overflow-visible"
        >
          {children}
        </svg>
        {names(named.wide, 'max-md:hidden')}
        {names(named.narrow, 'md:hidden')}
        {marks(leastApart.wide, 'max-md:hidden')}
        {marks(leastApart.narrow, 'md:hidden')}
      </div>
      {aside}
    </StillFrame>
  );
}
