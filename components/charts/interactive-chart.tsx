'use client';

import {
  Area,
  Bar,
  BarChart,
  CartesianGrid,
  ComposedChart,
  DefaultZIndexes,
  Line,
  ResponsiveContainer,
  Tooltip,
  usePlotArea,
  useXAxisScale,
  useYAxisScale,
  XAxis,
  YAxis,
  ZIndexLayer,
} from 'recharts';
import { useAnnotations } from '#components/charts/annotations';
import { ChartTooltip } from '#components/charts/legends';
import {
  barSizes,
  EndLabelMarks,
  getMarkOpacity,
  maxSpacedBars,
  shapeStyles,
} from '#components/charts/static-chart';
import { useIsNarrow } from '#components/charts/use-is-narrow';
import {
  type ChartSeries,
  type ChartSpec,
  endLabelsWidth,
  formatAxisTick,
  formatChartValue,
  isIsolated,
  pickDayTicks,
  plotMargin,
  sortForDrawing,
} from '#lib/charts/chart-spec';
import { buildTooltip } from '#lib/charts/chart-tooltip';
import { groupFlags, layoutEndLabels } from '#lib/charts/plot-layout';
import { formatShortDate } from '#lib/core/dates';

export interface InteractiveChartProps {
  spec: ChartSpec;
  highlightedId: string | null;
  onHighlight: (id: string | null) => void;
}

/** One category of the data passed to Recharts. Each series reads its value by the index. */
interface Row {
  category: string;
  index: number;
}

const axisText = { fontSize: 12, fill: 'var(--muted)' };

/** The chart drawn by Recharts, which reacts to the pointer. Loaded after the page. */
export function InteractiveChart({ spec, highlightedId, onHighlight }: InteractiveChartProps) {
  const { kind, label, height, categories, axis, series, labelCount } = spec;
  const data = categories.map((category, index): Row => ({ category, index }));
  const isNarrow = useIsNarrow();
  const hasEndLabels = spec.hasEndLabels && !isNarrow;
  const right = kind === 'position bars' ? 0 : hasEndLabels ? endLabelsWidth : plotMargin.right;
  const Chart = kind === 'lines' ? ComposedChart : BarChart;
  return (
    <ResponsiveContainer width="100%" height={height}>
      <Chart
        data={data}
        margin={{ top: plotMargin.top, right, bottom: 0, left: 0 }}
        title={label}
        {...getBarGaps(spec)}
      >
        <CartesianGrid vertical={false} stroke="var(--hairline)" />
        <XAxis
          dataKey="category"
          interval={0}
          tick={axisText}
          tickLine={false}
          axisLine={{ stroke: 'var(--control)', strokeWidth: 1 }}
          tickMargin={8}
          height={plotMargin.bottom}
          {...(kind === 'lines' ? { padding: { left: 4, right: 4 } } : {})}
          {...(labelCount
            ? {
                ticks: pickDayTicks(categories, isNarrow ? labelCount.narrow : labelCount.wide),
                tickFormatter: (day: string) => formatShortDate(day),
              }
            : {})}
        />
        <YAxis
          width={plotMargin.left}
          domain={[axis.min ?? 0, axis.max]}
          ticks={axis.ticks}
          tickFormatter={(tick: number) => formatAxisTick(spec, tick)}
          tick={axisText}
          tickLine={false}
          axisLine={false}
        />
        {kind === 'lines'
          ? renderLines(sortForDrawing(series), highlightedId)
          : series.map((bars) => renderBar(bars, kind, highlightedId))}
        {labelCount ? <AxisFlags /> : null}
        {hasEndLabels ? (
          <EndLabels spec={spec} highlightedId={highlightedId} onHighlight={onHighlight} />
        ) : null}
        <Tooltip
          isAnimationActive={false}
          cursor={
            kind === 'lines'
              ? { stroke: 'var(--control)', strokeWidth: 1 }
              : { fill: 'var(--pressed)', fillOpacity: 0.6 }
          }
          content={({ active, activeIndex }) => {
            const tooltip = active ? buildTooltip(spec, Number(activeIndex)) : null;
            return tooltip ? <ChartTooltip {...tooltip} highlightedId={highlightedId} /> : null;
          }}
        />
      </Chart>
    </ResponsiveContainer>
  );
}

function getBarGaps({ kind, categories }: ChartSpec) {
  if (kind === 'lines') return {};
  const barCategoryGap = `${barSizes[kind].sideGapPercent}%`;
  if (kind === 'position bars') return { barCategoryGap, barGap: 1 };
  return { barCategoryGap: categories.length > maxSpacedBars ? 1 : barCategoryGap };
}

const lineProps = { connectNulls: false, isAnimationActive: false, type: 'linear' } as const;

function renderLines(series: readonly ChartSeries[], highlightedId: string | null) {
  return [
    ...series
      .filter(({ id, hasBand }) => (highlightedId === null ? hasBand : id === highlightedId))
      .map(({ id, color, intervals }) => (
        <Area
          key={`${id}-band`}
          {...lineProps}
          {...shapeStyles.band}
          dataKey={({ index }: Row) => intervals?.[index] ?? null}
          fill={color}
          activeDot={false}
          tooltipType="none"
        />
      )),
    ...series.flatMap(({ id, color, previous }) =>
      previous
        ? [
            <Line
              key={`${id}-previous`}
              {...lineProps}
              {...shapeStyles.previousLine}
              {...(highlightedId === null ? {} : { strokeOpacity: 0.25 })}
              dataKey={({ index }: Row) => previous[index] ?? null}
              stroke={color}
              dot={false}
              activeDot={false}
            />,
          ]
        : [],
    ),
    ...series.map(({ id, name, color, values }) => (
      <Line
        key={id}
        {...lineProps}
        {...shapeStyles.line}
        name={name}
        dataKey={({ index }: Row) => values[index] ?? null}
        stroke={color}
        strokeOpacity={getMarkOpacity(id, highlightedId)}
        dot={values.some((_, index) => isIsolated(values, index)) ? renderIsolatedDot(values, color) : false}
        activeDot={{ r: 3.5, strokeWidth: 1.5, stroke: 'var(--page)', fill: color }}
      />
    )),
  ];
}

function renderIsolatedDot(values: ChartSeries['values'], color: string) {
  return ({ cx, cy, index = -1 }: { cx?: number; cy?: number; index?: number }) =>
    isIsolated(values, index) ? (
      <circle key={index} cx={cx} cy={cy} r={2.5} fill={color} />
    ) : (
      <g key={index} />
    );
}

function renderBar(
  { id, name, color, values }: ChartSeries,
  kind: Exclude<ChartSpec['kind'], 'lines'>,
  highlightedId: string | null,
) {
  const stacked = kind === 'stacked bars' ? { ...shapeStyles.stackedBar, stackId: 'share' } : {};
  const style = { ...stacked, maxBarSize: barSizes[kind].maxPixels };
  return (
    <Bar
      key={id}
      name={name}
      dataKey={({ index }: Row) => values[index] ?? null}
      fill={color}
      fillOpacity={getMarkOpacity(id, highlightedId)}
      isAnimationActive={false}
      activeBar={false}
      {...style}
    />
  );
}

function EndLabels({ spec, highlightedId, onHighlight }: InteractiveChartProps) {
  const plot = usePlotArea();
  const scale = useYAxisScale();
  if (!plot || !scale) return null;
  const labels = layoutEndLabels(spec.series, scale, {
    top: plot.y,
    bottom: plot.y + plot.height,
    format: (value) => formatChartValue(spec, value),
  });
  return (
    <EndLabelMarks
      labels={labels}
      x={plot.x + plot.width}
      highlightedId={highlightedId}
      onHighlight={onHighlight}
    />
  );
}

const flagPixels = 15;
const characterPixels = 6;

/** The page's annotations as numbered flags on the time axis. Their texts are listed below the chart. */
function AxisFlags() {
  const { flags } = useAnnotations();
  const plot = usePlotArea();
  const scale = useXAxisScale();
  if (!plot || !scale) return null;
  const bottom = plot.y + plot.height;
  const getPosition = (day: string) => {
    const x = scale(day, { position: 'middle' });
    return x === undefined ? undefined : (x - plot.x) / plot.width;
  };
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.scatter}>
      <g aria-hidden>
        {groupFlags(flags, getPosition, (flagPixels + 2) / plot.width).map(
          ({ label, position, days, title }) => {
            const x = plot.x + position * plot.width;
            const width = flagPixels + (label.length - 1) * characterPixels;
            return (
              <g key={label}>
                <title>{title}</title>
                {days.map((day) => (
                  <path
                    key={day.day}
                    d={`M${plot.x + day.position * plot.width} ${plot.y}V${bottom}`}
                    stroke="var(--control)"
                    strokeDasharray="1 4"
                  />
                ))}
                <rect
                  x={x - width / 2}
                  y={bottom - flagPixels / 2}
                  width={width}
                  height={flagPixels}
                  rx={4}
                  fill="var(--surface)"
                  stroke="var(--control)"
                />
                <text
                  x={x}
                  y={bottom + 0.5}
                  textAnchor="middle"
                  dominantBaseline="central"
                  fontSize={10}
                  fontWeight={500}
                  fill="var(--muted)"
                >
                  {label}
                </text>
              </g>
            );
          },
        )}
      </g>
    </ZIndexLayer>
  );
}
