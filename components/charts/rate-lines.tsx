'use client';

import { useState } from 'react';
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
import { BrandLegend } from '#components/charts/brand-legend';
import { ChartTooltip } from '#components/charts/chart-tooltip';
import { EndLabels } from '#components/charts/end-labels';
import { count, longDay, percent, percentInterval, shortDay } from '#components/charts/format';
import { useNarrow } from '#components/charts/narrow';
import { type BrandSeries, brandColour, markOpacity } from '#components/charts/series';

export interface RateLinesProps {
  /** Says what is drawn, for assistive technology. */
  label: string;
  /** The places of the axis: ISO days, ascending. */
  days: readonly string[];
  series: readonly BrandSeries[];
  /** The own brand in the period before, place by place; drawn dashed. */
  before?: readonly (number | null)[];
  /** Values of the vertical axis, from 0 up; at most five. */
  ticks: readonly number[];
}

const height = 300;
const axisText = { fontSize: 12, fill: 'var(--muted)' };

/** Rates over time, a line a brand, with the interval of the own brand and of the one that is raised. */
export function RateLines({ label, days, series, before, ticks }: RateLinesProps) {
  const [raised, setRaised] = useState<string | null>(null);
  const narrow = useNarrow();
  const rows = days.map((day, index) => ({ day, index, before: before?.[index] ?? null }));
  const top = ticks.at(-1) ?? 1;
  const every = Math.max(1, Math.ceil(days.length / (narrow ? 4 : 7)));
  const dayTicks = days.filter((_, index) => (days.length - 1 - index) % every === 0);
  const isBanded = (one: BrandSeries) => (raised === null ? one.hue === 0 : one.id === raised);
  // The own brand last, so that it lies above.
  const drawn = series.toSorted((a, b) => Number(a.hue === 0) - Number(b.hue === 0));
  const point = (one: BrandSeries) => (row: { index: number }) => one.points[row.index];
  return (
    <div>
      <div style={{ height }}>
        <ResponsiveContainer width="100%" height={height}>
          <ComposedChart
            data={rows}
            margin={{ top: 8, right: narrow ? 4 : 148, bottom: 0, left: 0 }}
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
              axisLine={{ stroke: 'var(--control)', strokeWidth: 1 }}
              tickMargin={8}
              height={30}
            />
            <YAxis
              width={40}
              domain={[0, top]}
              ticks={[...ticks]}
              tickFormatter={(value: number) => percent(value)}
              tick={axisText}
              tickLine={false}
              axisLine={false}
            />
            {drawn.filter(isBanded).map((one) => (
              <Area
                key={`${one.id}-band`}
                dataKey={(row) => {
                  const at = point(one)(row);
                  return at ? [at.low, at.high] : null;
                }}
                stroke="none"
                fill={brandColour(one.hue)}
                fillOpacity={0.12}
                connectNulls={false}
                isAnimationActive={false}
                activeDot={false}
                tooltipType="none"
                type="monotone"
              />
            ))}
            {before ? (
              <Line
                dataKey="before"
                stroke="var(--brand-0)"
                strokeWidth={1.25}
                strokeDasharray="3 4"
                strokeOpacity={raised === null ? 0.75 : 0.25}
                dot={false}
                activeDot={false}
                connectNulls={false}
                isAnimationActive={false}
                type="monotone"
              />
            ) : null}
            {drawn.map((one) => (
              <Line
                key={one.id}
                name={one.label}
                dataKey={(row) => point(one)(row)?.value ?? null}
                stroke={brandColour(one.hue)}
                strokeWidth={1.75}
                strokeOpacity={markOpacity(one.id, raised)}
                dot={days.length === 1 ? { r: 3 } : false}
                activeDot={{ r: 3.5, strokeWidth: 1.5, stroke: 'var(--page)', fill: brandColour(one.hue) }}
                connectNulls={false}
                isAnimationActive={false}
                type="monotone"
              />
            ))}
            {narrow ? null : <EndLabels series={series} raised={raised} onRaise={setRaised} />}
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: 'var(--control)', strokeWidth: 1 }}
              content={({ active, payload }) => {
                const row: unknown = payload?.[0]?.payload;
                if (!active || typeof row !== 'object' || row === null || !('index' in row)) return null;
                const index = Number(row.index);
                const here = series.flatMap((one) => {
                  const at = one.points[index];
                  return at ? [{ ...one, at }] : [];
                });
                const earlier = before?.[index];
                const answers = here[0]?.at.answers;
                return (
                  <ChartTooltip
                    heading={longDay(days[index] ?? '')}
                    rows={here
                      .toSorted((a, b) => b.at.value - a.at.value)
                      .map(({ id, label: name, hue, at }) => ({
                        id,
                        label: name,
                        hue,
                        value: percent(at.value),
                        detail: percentInterval(at.low, at.high),
                        raised: raised === id,
                      }))}
                    foot={[
                      answers === undefined
                        ? 'No answers on this day'
                        : `${count(answers)} ${answers === 1 ? 'answer' : 'answers'}`,
                      earlier === null || earlier === undefined
                        ? ''
                        : `the period before: ${percent(earlier)}`,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  />
                );
              }}
            />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      <BrandLegend
        className={narrow ? 'mt-2 -ml-2' : 'sr-only focus-within:not-sr-only'}
        brands={series}
        raised={raised}
        onRaise={setRaised}
      />
    </div>
  );
}
