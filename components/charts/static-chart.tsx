'use client';

import type { CSSProperties } from 'react';
import { FlagMark, useAnnotations } from '#components/charts/annotations';
import { classes } from '#components/ui/classes';
import {
  type ChartSpec,
  formatAxisTick,
  formatChartValue,
  getPlotHeight,
  pickDayTicks,
  plotMargin,
  sortForDrawing,
} from '#lib/charts/chart-spec';
import {
  buildBandPath,
  buildLinePath,
  buildStackedBarsPath,
  type EndLabel,
  groupFlags,
  layoutEndLabels,
} from '#lib/charts/plot-layout';
import { formatShortDate } from '#lib/core/dates';

/** Paths are drawn in a box of this width and stretched to the plot’s width. */
const boxWidth = 1000;
/** The smallest distance between two flags, as a fraction of the plot's width. */
const minFlagDistance = { wide: 0.035, narrow: 0.07 };
/** With more days than this, the gaps between bars are smaller. */
export const maxSpacedBars = 30;

/** Sizes of bars that the static and the interactive chart share: the space on either side, and the largest width. */
export const barSizes = {
  'position bars': { sideGapPercent: 22, maxPixels: 28 },
  'stacked bars': { sideGapPercent: 14, maxPixels: 48 },
} as const;

/** Styles that the static and the interactive chart share. */
export const shapeStyles = {
  band: { fillOpacity: 0.12, stroke: 'none' },
  line: { strokeWidth: 1.75 },
  previousLine: { strokeWidth: 1.25, strokeDasharray: '3 4', strokeOpacity: 0.8 },
  stackedBar: { stroke: 'var(--page)', strokeWidth: 0.75 },
} as const;

/**
 * The chart that the server renders, without scripts. Its grid, axes and shapes have the same positions as in the
 * interactive chart.
 */
export function StaticChart({ spec }: { spec: ChartSpec }) {
  const { label, height, axis, series, hasEndLabels } = spec;
  const plotHeight = getPlotHeight(spec);
  const { min = 0, max } = axis;
  const toY = (value: number) => plotHeight - ((value - min) / (max - min)) * plotHeight;
  const labelOptions = {
    top: 0,
    bottom: plotHeight,
    format: (value: number) => formatChartValue(spec, value),
  };
  return (
    <div role="img" aria-label={label} className="relative text-xs text-muted" style={{ height }}>
      <div
        aria-hidden
        className={classes(
          'absolute',
          spec.kind === 'position bars' ? 'right-0' : 'right-[22px]',
          hasEndLabels && 'md:right-[148px]',
        )}
        style={{ top: plotMargin.top, height: plotHeight, left: plotMargin.left }}
      >
        {axis.ticks.map((tick) => (
          <div
            key={tick}
            className={classes('absolute inset-x-0 border-t', tick === 0 ? 'border-control' : null)}
            style={{ top: toY(tick) - 0.5 }}
          >
            <span className="absolute right-full -mt-[7px] mr-2">{formatAxisTick(spec, tick)}</span>
          </div>
        ))}
        {spec.kind === 'position bars' ? <PositionBars spec={spec} /> : <DayPlot spec={spec} />}
        {hasEndLabels ? (
          <svg
            aria-hidden="true"
            width={12}
            height={plotHeight}
            className="absolute top-0 left-full overflow-visible max-md:hidden"
          >
            <EndLabelMarks labels={layoutEndLabels(series, toY, labelOptions)} x={0} />
          </svg>
        ) : null}
      </div>
    </div>
  );
}

/** Shapes over days, with the labels of the days and the flags of annotations. */
function DayPlot({ spec }: { spec: ChartSpec }) {
  const { kind, categories, labelCount } = spec;
  const { flags } = useAnnotations();
  const inset = kind === 'lines' ? 4 : 0;
  const getPosition = (day: string) => {
    const index = categories.indexOf(day);
    if (index < 0) return undefined;
    if (kind !== 'lines') return (index + 0.5) / categories.length;
    return categories.length > 1 ? index / (categories.length - 1) : 0;
  };
  const getLeftStyle = (position = 0): CSSProperties => ({ left: `${position * 100}%` });
  const renderDayLabels = (count: number, className: string) =>
    pickDayTicks(categories, count).map((day) => (
      <span
        key={day}
        className={classes('absolute top-full mt-[11px] -translate-x-1/2 whitespace-nowrap', className)}
        style={getLeftStyle(getPosition(day))}
      >
        {formatShortDate(day)}
      </span>
    ));
  const renderFlags = (minDistance: number, className: string) =>
    groupFlags(flags, getPosition, minDistance).map(({ label, position }) => (
      <span
        key={label}
        className={classes('absolute top-full flex -translate-1/2', className)}
        style={getLeftStyle(position)}
      >
        <FlagMark label={label} />
      </span>
    ));
  const plotHeight = getPlotHeight(spec);
  return (
    <div className="absolute inset-y-0" style={{ left: inset, right: inset }}>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${boxWidth} ${plotHeight}`}
        preserveAspectRatio="none"
        className="size-full overflow-visible"
      >
        {kind === 'lines' ? <Lines spec={spec} /> : <StackedBars spec={spec} />}
      </svg>
      {labelCount ? renderDayLabels(labelCount.wide, 'max-md:hidden') : null}
      {labelCount ? renderDayLabels(labelCount.narrow, 'md:hidden') : null}
      {renderFlags(minFlagDistance.wide, 'max-md:hidden')}
      {renderFlags(minFlagDistance.narrow, 'md:hidden')}
    </div>
  );
}

const lineStyle = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const;

function Lines({ spec }: { spec: ChartSpec }) {
  const series = sortForDrawing(spec.series);
  const { min = 0, max } = spec.axis;
  const box = { width: boxWidth, height: getPlotHeight(spec), min, max };
  return (
    <>
      {series.map(({ id, color, hasBand, intervals }) =>
        hasBand && intervals ? (
          <path key={id} {...shapeStyles.band} d={buildBandPath(intervals, box)} fill={color} />
        ) : null,
      )}
      {series.map(({ id, color, previous }) =>
        previous ? (
          <path
            key={id}
            {...lineStyle}
            {...shapeStyles.previousLine}
            d={buildLinePath(previous, box)}
            stroke={color}
          />
        ) : null,
      )}
      {series.map(({ id, color, values }) => (
        <path
          key={id}
          {...lineStyle}
          {...shapeStyles.line}
          d={buildLinePath(values, box)}
          stroke={color}
          strokeLinecap="round"
        />
      ))}
    </>
  );
}

function StackedBars({ spec }: { spec: ChartSpec }) {
  const box = { width: boxWidth, height: getPlotHeight(spec), max: spec.axis.max };
  const gap = Math.max(
    spec.categories.length > maxSpacedBars ? 0.07 : barSizes['stacked bars'].sideGapPercent / 100,
    getGapForFewBars(spec.categories.length),
  );
  return spec.series.map(({ id, color, values }, index) => (
    <path
      key={id}
      {...shapeStyles.stackedBar}
      d={buildStackedBarsPath(values, spec.series.slice(0, index), gap, box)}
      fill={color}
      vectorEffect="non-scaling-stroke"
    />
  ));
}

/** The plot is about 560 pixels wide. */
const maxBarShare = barSizes['stacked bars'].maxPixels / 560;

/** Returns the space on either side of each bar, as a fraction of its slot, that keeps bars narrow if there are few. */
function getGapForFewBars(count: number): number {
  return (1 - maxBarShare * count) / 2;
}

function PositionBars({ spec: { categories, series, axis } }: { spec: ChartSpec }) {
  const { sideGapPercent, maxPixels } = barSizes['position bars'];
  return (
    <div className="absolute inset-0 grid auto-cols-fr grid-flow-col">
      {categories.map((category, index) => (
        <div
          key={category}
          className="relative flex items-end justify-center gap-px"
          style={{ paddingInline: `${sideGapPercent}%` }}
        >
          {series.map(({ id, color, values }) => (
            <div
              key={id}
              className="flex-1"
              style={{
                maxWidth: maxPixels,
                height: `${((values[index] ?? 0) / axis.max) * 100}%`,
                background: color,
              }}
            />
          ))}
          <span className="absolute inset-x-0 top-full mt-[11px] text-center">{category}</span>
        </div>
      ))}
    </div>
  );
}

/** Returns the opacity of a series: while another one is highlighted, it fades. */
export function getMarkOpacity(id: string, highlightedId: string | null): number {
  return highlightedId === null || highlightedId === id ? 1 : 0.22;
}

interface EndLabelMarksProps {
  labels: readonly EndLabel[];
  /** The right edge of the plot, in pixels. */
  x: number;
  highlightedId?: string | null;
  onHighlight?: (id: string | null) => void;
}

/**
 * Labels at the ends of lines. On wide screens they replace the legend, which is then visible only while one of its
 * buttons has the focus.
 */
export function EndLabelMarks({ labels, x, highlightedId = null, onHighlight }: EndLabelMarksProps) {
  return (
    <g aria-hidden>
      {labels.map(({ id, name, value, color, isOwn, lineY, labelY }) => (
        <g
          key={id}
          onPointerEnter={() => onHighlight?.(id)}
          onPointerLeave={() => onHighlight?.(null)}
          opacity={getMarkOpacity(id, highlightedId)}
          style={{ transition: 'opacity 150ms' }}
        >
          <path d={`M${x + 2} ${lineY}L${x + 12} ${labelY}`} stroke={color} opacity={0.6} fill="none" />
          <text
            x={x + 17}
            y={labelY}
            dominantBaseline="central"
            fontSize={12}
            fill="var(--ink)"
            fontWeight={isOwn ? 600 : 400}
          >
            {name}
            <tspan dx={name === null ? 0 : 6} fill="var(--muted)" fontWeight={400}>
              {value}
            </tspan>
          </text>
        </g>
      ))}
    </g>
  );
}
