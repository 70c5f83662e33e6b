'use client';

import { plotHeight } from '#components/charts/still-frame';
import { StillLabels } from '#components/charts/still-labels';
import { StillPlot, stillWidth } from '#components/charts/still-plot';
import type { LineChart } from '#lib/charts/line-series';
import { sparkline } from '#lib/charts/sparkline';
import { bandShape } from '#lib/charts/still-shapes';

interface RateLinesStillProps {
  label: string;
  chart: LineChart;
  /** Pixels. */
  height: number;
}

const drawing = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const;

/** The lines as the page carries them. */
export function RateLinesStill({ label, chart, height }: RateLinesStillProps) {
  const { rows, axis } = chart;
  const box = { width: stillWidth, height: plotHeight(height), largest: axis.max };
  const drawn = chart.series.toSorted((a, b) => Number(a.own) - Number(b.own));
  return (
    <StillPlot
      label={label}
      height={height}
      days={rows.map(({ day }) => day)}
      axis={axis}
      named={{ wide: 7, narrow: 4 }}
      across={(index) => (rows.length > 1 ? index / (rows.length - 1) : 0)}
      inset={4}
      aside={
        chart.endLabels ? <StillLabels series={chart.series} height={box.height} max={axis.max} /> : null
      }
    >
      {drawn
        .filter(({ band }) => band)
        .map(({ id, colour }) => (
          <path key={`${id}-band`} d={bandShape(rows, id, box)} fill={colour} fillOpacity={0.12} />
        ))}
      {drawn
        .filter(({ compared }) => compared)
        .map(({ id, colour }) => (
          <path
            key={`${id}-before`}
            {...drawing}
            d={sparkline(
              rows.map(({ previous }) => previous[id] ?? null),
              box,
            )}
            stroke={colour}
            strokeWidth={1.25}
            strokeDasharray="3 4"
            strokeOpacity={0.8}
          />
        ))}
      {drawn.map(({ id, colour }) => (
        <path
          key={id}
          {...drawing}
          d={sparkline(
            rows.map(({ values }) => values[id] ?? null),
            box,
          )}
          stroke={colour}
          strokeWidth={1.75}
          strokeLinecap="round"
        />
      ))}
    </StillPlot>
  );
}
