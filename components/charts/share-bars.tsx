'use client';

import { useState } from 'react';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { BrandLegend } from '#components/charts/brand-legend';
import { ChartTooltip } from '#components/charts/chart-tooltip';
import { longDay, percent, shortDay } from '#components/charts/format';
import { useNarrow } from '#components/charts/narrow';
import { brandColour, markOpacity } from '#components/charts/series';

export interface ShareSeries {
  id: string;
  label: string;
  hue: number;
  /** Shares between 0 and 1, place by place; null where there was nothing to share. */
  shares: readonly (number | null)[];
}

export interface ShareBarsProps {
  label: string;
  days: readonly string[];
  /** Bottom first; the own brand lies at the foot, where its change is read most easily. */
  series: readonly ShareSeries[];
  /** The share of each brand over the whole period, said in the legend. */
  totals?: Readonly<Record<string, string>>;
}

const height = 300;
const axisText = { fontSize: 12, fill: 'var(--muted)' };

/** How the mentions of all tracked brands divide, bar by bar. */
export function ShareBars({ label, days, series, totals }: ShareBarsProps) {
  const [raised, setRaised] = useState<string | null>(null);
  const narrow = useNarrow();
  const rows = days.map((day, index) => ({ day, index }));
  const every = Math.max(1, Math.ceil(days.length / (narrow ? 4 : 7)));
  const dayTicks = days.filter((_, index) => (days.length - 1 - index) % every === 0);
  return (
    <div>
      <div style={{ height: height - 36 }}>
        <ResponsiveContainer width="100%" height={height - 36}>
          <BarChart
            data={rows}
            margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
            barCategoryGap={days.length > 30 ? 1 : '14%'}
            accessibilityLayer
            title={label}
          >
            <CartesianGrid vertical={false} stroke="var(--hairline)" />
            <XAxis
              dataKey="day"
              ticks={dayTicks}
              interval={0}
              tickFormatter={shortDay}
              tick={axisText}
              tickLine={false}
              axisLine={{ stroke: 'var(--control)' }}
              tickMargin={8}
              height={30}
            />
            <YAxis
              width={40}
              domain={[0, 1]}
              ticks={[0, 0.25, 0.5, 0.75, 1]}
              tickFormatter={(value: number) => percent(value)}
              tick={axisText}
              tickLine={false}
              axisLine={false}
            />
            {series.map((one) => (
              <Bar
                key={one.id}
                name={one.label}
                stackId="share"
                dataKey={(row: { index: number }) => one.shares[row.index] ?? null}
                fill={brandColour(one.hue)}
                fillOpacity={markOpacity(one.id, raised) * (one.hue === 0 ? 1 : 0.72)}
                stroke="var(--page)"
                strokeWidth={0.75}
                maxBarSize={48}
                isAnimationActive={false}
                activeBar={false}
              />
            ))}
            <Tooltip
              isAnimationActive={false}
              cursor={{ fill: 'var(--pressed)', fillOpacity: 0.6 }}
              content={({ active, payload }) => {
                const row: unknown = payload?.[0]?.payload;
                if (!active || typeof row !== 'object' || row === null || !('index' in row)) return null;
                const index = Number(row.index);
                return (
                  <ChartTooltip
                    heading={longDay(days[index] ?? '')}
                    rows={series.toReversed().flatMap(({ id, label: name, hue, shares }) => {
                      const share = shares[index];
                      return share === null || share === undefined
                        ? []
                        : [{ id, label: name, hue, value: percent(share), raised: raised === id }];
                    })}
                  />
                );
              }}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
      <BrandLegend
        className="mt-2 -ml-2 min-h-7"
        brands={series.map((one) => ({ ...one, figure: totals?.[one.id] }))}
        raised={raised}
        onRaise={setRaised}
      />
    </div>
  );
}
