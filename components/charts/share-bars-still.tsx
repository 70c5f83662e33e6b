'use client';

import { plotHeight } from '#components/charts/still-frame';
import { StillPlot, stillWidth } from '#components/charts/still-plot';
import type { StackedChart } from '#lib/charts/stacked-shares';
import { barShapes } from '#lib/charts/still-shapes';

interface ShareBarsStillProps {
  label: string;
  chart: StackedChart;
  /** Pixels. */
  height: number;
}

/** From so many days on, bars stand close. */
const manyDays = 30;

/** The bars as the page carries them. */
export function ShareBarsStill({ label, chart, height }: ShareBarsStillProps) {
  const { rows, series } = chart;
  const order = series.map(({ id }) => id);
  const box = { width: stillWidth, height: plotHeight(height), largest: 1 };
  const gap = rows.length > manyDays ? 0.07 : 0.14;
  return (
    <StillPlot
      label={label}
      height={height}
      days={rows.map(({ day }) => day)}
      axis={{ max: 1, ticks: [0, 0.25, 0.5, 0.75, 1] }}
      named={{ wide: 5, narrow: 4 }}
      across={(index) => (index + 0.5) / rows.length}
      inset={0}
    >
      {series.map(({ id, colour }) => (
        <path
          key={id}
          d={barShapes(rows, { order, brandId: id, gap }, box)}
          fill={colour}
          stroke="var(--page)"
          strokeWidth={0.75}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </StillPlot>
  );
}
