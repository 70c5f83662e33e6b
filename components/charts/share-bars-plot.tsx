'use client';

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { AxisFlags } from '#components/charts/axis-flags';
import { footAxis, hoveredDay, shareAxis } from '#components/charts/axis-style';
import { ChartTooltip } from '#components/charts/chart-tooltip';
import { markOpacity } from '#components/charts/mark-opacity';
import { dayTicks } from '#lib/charts/axis';
import type { StackedChart, StackedRow } from '#lib/charts/stacked-shares';
import { formatDate, formatPercent, formatPlural, formatShortDate } from '#lib/format/formats';

interface ShareBarsPlotProps {
  label: string;
  chart: StackedChart;
  /** Pixels. */
  height: number;
  narrow: boolean;
  raised: string | null;
}

/** The bars themselves, loaded after the page. */
export function ShareBarsPlot({ label, chart, height, narrow, raised }: ShareBarsPlotProps) {
  const days = chart.rows.map(({ day }) => day);
  return (
    <ResponsiveContainer width="100%" height={height}>
      <BarChart
        data={chart.rows}
        margin={{ top: 8, right: 22, bottom: 0, left: 0 }}
        barCategoryGap={days.length > 30 ? 1 : '14%'}
        title={label}
      >
        <CartesianGrid vertical={false} stroke="var(--hairline)" />
        <XAxis
          dataKey="day"
          ticks={dayTicks(days, narrow ? 4 : 5)}
          {...footAxis}
          tickFormatter={formatShortDate}
        />
        <YAxis {...shareAxis} domain={[0, 1]} ticks={[0, 0.25, 0.5, 0.75, 1]} />
        {chart.series.map(({ id, name, colour }) => (
          <Bar
            key={id}
            name={name}
            stackId="share"
            dataKey={(row: StackedRow) => row.shares[id] ?? null}
            fill={colour}
            fillOpacity={markOpacity(id, raised)}
            stroke="var(--page)"
            strokeWidth={0.75}
            maxBarSize={48}
            isAnimationActive={false}
            activeBar={false}
          />
        ))}
        <AxisFlags />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--pressed)', fillOpacity: 0.6 }}
          content={({ active, payload }) => {
            const day = active ? hoveredDay(payload) : null;
            const row = chart.rows.find((one) => one.day === day);
            if (!row) return null;
            return (
              <ChartTooltip
                heading={formatDate(row.day)}
                rows={chart.series.toReversed().flatMap(({ id, name, colour }) => {
                  const share = row.shares[id] ?? null;
                  return share === null
                    ? []
                    : [{ id, name, colour, value: formatPercent(share), raised: raised === id }];
                })}
                foot={row.total === null ? 'Nothing mentioned' : `of ${formatPlural(row.total, 'mention')}`}
              />
            );
          }}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}
