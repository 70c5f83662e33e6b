'use client';

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { footAxis, shareAxis } from '#components/charts/axis-style';
import { ChartTooltip } from '#components/charts/chart-tooltip';
import { markOpacity } from '#components/charts/mark-opacity';
import type { PlaceChart, PlaceColumn } from '#lib/charts/place-columns';
import { formatPlural } from '#lib/format/formats';

interface PlaceBarsPlotProps {
  label: string;
  chart: PlaceChart;
  /** Pixels. */
  height: number;
  raised: string | null;
}

/** The bars themselves, loaded after the page. */
export function PlaceBarsPlot({ label, chart, height, raised }: PlaceBarsPlotProps) {
  return (
    <ResponsiveContainer width="100%" height={height}>
      <BarChart
        data={chart.columns}
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
        barCategoryGap="22%"
        barGap={1}
        title={label}
      >
        <CartesianGrid vertical={false} stroke="var(--hairline)" />
        <XAxis dataKey="mark" {...footAxis} />
        <YAxis {...shareAxis} domain={[0, chart.axis.max]} ticks={chart.axis.ticks} />
        {chart.series.map(({ id, name, colour }) => (
          <Bar
            key={id}
            name={name}
            dataKey={(column: PlaceColumn) => column.shares[id]?.value ?? null}
            fill={colour}
            fillOpacity={markOpacity(id, raised)}
            maxBarSize={28}
            isAnimationActive={false}
            activeBar={false}
          />
        ))}
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--pressed)', fillOpacity: 0.6 }}
          content={({ active, activeIndex }) => {
            const column = active ? chart.columns[Number(activeIndex)] : undefined;
            return column ? <PlaceTooltip chart={chart} column={column} raised={raised} /> : null;
          }}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}

function PlaceTooltip({
  chart,
  column,
  raised,
}: {
  chart: PlaceChart;
  column: PlaceColumn;
  raised: string | null;
}) {
  return (
    <ChartTooltip
      heading={`Ranks ${column.label}`}
      rows={chart.series.flatMap(({ id, name, colour, mentioned }) => {
        const share = column.shares[id];
        return share
          ? [
              {
                id,
                name,
                colour,
                value: share.words,
                detail: `${share.interval} of ${formatPlural(mentioned, 'answer')}`,
                raised: raised === id,
              },
            ]
          : [];
      })}
      foot="of the answers that name the brand"
    />
  );
}
