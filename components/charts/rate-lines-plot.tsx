'use client';

import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { AxisFlags } from '#components/charts/axis-flags';
import { footAxis, hoveredDay, shareAxis } from '#components/charts/axis-style';
import { EndLabels, endLabelsWidth } from '#components/charts/end-labels';
import { markOpacity } from '#components/charts/mark-opacity';
import { RateLinesTooltip } from '#components/charts/rate-lines-tooltip';
import { dayTicks } from '#lib/charts/axis';
import type { LineChart, LineRow, LineSeries } from '#lib/charts/line-series';
import { formatShortDate } from '#lib/format/formats';

interface RateLinesPlotProps {
  label: string;
  chart: LineChart;
  /** Pixels. */
  height: number;
  /** Whether names stand at the ends of the lines. */
  labelled: boolean;
  narrow: boolean;
  raised: string | null;
  onRaise: (id: string | null) => void;
}

const drawing = { connectNulls: false, isAnimationActive: false, type: 'linear' } as const;

/** A dot on a day that stands alone between gaps, where a line would have no length. */
function lonelyDot({ lonely, colour }: LineSeries) {
  return ({ cx, cy, index }: { cx?: number; cy?: number; index?: number }) =>
    index !== undefined && cx !== undefined && cy !== undefined && lonely.includes(index) ? (
      <circle key={index} cx={cx} cy={cy} r={2.5} fill={colour} />
    ) : (
      <g key={index} />
    );
}

/** The lines themselves, loaded after the page. */
export function RateLinesPlot({
  label,
  chart,
  height,
  labelled,
  narrow,
  raised,
  onRaise,
}: RateLinesPlotProps) {
  const days = chart.rows.map(({ day }) => day);
  // The own brand last, so that it lies above.
  const drawn = chart.series.toSorted((a, b) => Number(a.own) - Number(b.own));
  return (
    <ResponsiveContainer width="100%" height={height}>
      <ComposedChart
        data={chart.rows}
        margin={{ top: 8, right: labelled ? endLabelsWidth : 22, bottom: 0, left: 0 }}
        title={label}
      >
        <CartesianGrid vertical={false} stroke="var(--hairline)" />
        <XAxis
          dataKey="day"
          ticks={dayTicks(days, narrow ? 4 : 7)}
          {...footAxis}
          tickFormatter={formatShortDate}
          padding={{ left: 4, right: 4 }}
        />
        <YAxis {...shareAxis} domain={[0, chart.axis.max]} ticks={chart.axis.ticks} />
        {drawn
          .filter(({ id, band }) => (raised === null ? band : id === raised))
          .map(({ id, colour }) => (
            <Area
              key={`${id}-band`}
              {...drawing}
              dataKey={(row: LineRow) => {
                const point = row.points[id];
                return point ? [point.low, point.high] : null;
              }}
              stroke="none"
              fill={colour}
              fillOpacity={0.12}
              activeDot={false}
              tooltipType="none"
            />
          ))}
        {drawn
          .filter(({ compared }) => compared)
          .map(({ id, colour }) => (
            <Line
              key={`${id}-before`}
              {...drawing}
              dataKey={(row: LineRow) => row.previous[id] ?? null}
              stroke={colour}
              strokeWidth={1.25}
              strokeDasharray="3 4"
              strokeOpacity={raised === null ? 0.8 : 0.25}
              dot={false}
              activeDot={false}
            />
          ))}
        {drawn.map((series) => (
          <Line
            key={series.id}
            {...drawing}
            name={series.name}
            dataKey={(row: LineRow) => row.values[series.id] ?? null}
            stroke={series.colour}
            strokeWidth={1.75}
            strokeOpacity={markOpacity(series.id, raised)}
            dot={series.lonely.length > 0 ? lonelyDot(series) : false}
            activeDot={{ r: 3.5, strokeWidth: 1.5, stroke: 'var(--page)', fill: series.colour }}
          />
        ))}
        <AxisFlags />
        {labelled ? <EndLabels series={chart.series} raised={raised} onRaise={onRaise} /> : null}
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--control)', strokeWidth: 1 }}
          content={({ active, payload }) => {
            const day = active ? hoveredDay(payload) : null;
            return day ? <RateLinesTooltip chart={chart} day={day} raised={raised} /> : null;
          }}
        />
      </ComposedChart>
    </ResponsiveContainer>
  );
}
