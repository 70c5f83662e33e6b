import type { ChartSeries } from '#lib/charts/chart-spec';
import { getEngineName } from '#lib/contract/engines';
import { formatAnnotation } from '#lib/core/format-annotation';
import { formatClauses } from '#lib/core/lists';
import type { Annotation } from '#lib/core/metric';
import { formatCount, formatPercent } from '#lib/core/numbers';

/** The box a path is drawn in, and the values at its bottom (0 if missing) and top. */
export interface PathBox {
  width: number;
  height: number;
  min?: number;
  max: number;
}

/** Builds a line as SVG path data. Gaps are kept; a point alone between gaps is a dot without length. */
export function buildLinePath(
  values: readonly (number | null)[],
  { width, height, min = 0, max }: PathBox,
): string {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  let isDrawing = false;
  let path = '';
  for (const [index, value] of values.entries()) {
    if (value === null) {
      isDrawing = false;
      continue;
    }
    const x = round(index * step);
    const y = round(max === min ? height : height - ((value - min) / (max - min)) * height);
    const isAlone = !isDrawing && (values[index + 1] ?? null) === null;
    path += `${isDrawing ? 'L' : 'M'}${x} ${y}${isAlone ? 'h0' : ''}`;
    isDrawing = true;
  }
  return path;
}

/** Builds a band of intervals as SVG path data: one closed shape for each stretch of two or more days without a gap. */
export function buildBandPath(
  intervals: NonNullable<ChartSeries['intervals']>,
  { width, height, max }: PathBox,
): string {
  const step = intervals.length > 1 ? width / (intervals.length - 1) : 0;
  const toPoint = (index: number, share: number) =>
    `${round(index * step)} ${round(height - (share / max) * height)}`;
  let path = '';
  let stretch: { index: number; low: number; high: number }[] = [];
  for (const [index, interval] of [...intervals, null].entries()) {
    if (interval) {
      stretch.push({ index, low: interval[0], high: interval[1] });
      continue;
    }
    if (stretch.length > 1) {
      const upper = stretch.map(({ index, high }) => toPoint(index, high));
      const lower = stretch.toReversed().map(({ index, low }) => toPoint(index, low));
      path += `M${[...upper, ...lower].join('L')}Z`;
    }
    stretch = [];
  }
  return path;
}

/**
 * Builds one brand's part of stacked bars as SVG path data.
 * @param below the series stacked under it
 * @param gap space on either side of a bar, as a fraction of its slot
 */
export function buildStackedBarsPath(
  values: readonly (number | null)[],
  below: readonly Pick<ChartSeries, 'values'>[],
  gap: number,
  { width, height, max }: PathBox,
): string {
  const step = values.length > 0 ? width / values.length : 0;
  const barWidth = round(step * (1 - 2 * gap));
  return values
    .map((value, index) => {
      if (!value) return '';
      const base = below.reduce((sum, series) => sum + (series.values[index] ?? 0), 0);
      const bottom = round(height - (base / max) * height);
      const barHeight = round((value / max) * height);
      return `M${round((index + gap) * step)} ${bottom}h${barWidth}v${-barHeight}h${-barWidth}Z`;
    })
    .join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A label at the end of a line. Vertical positions are in pixels from the top. */
export interface EndLabel {
  id: string;
  /** Shortened; null when there is only one line. */
  name: string | null;
  /** "38%". */
  value: string;
  color: string;
  isOwn: boolean;
  /** Where the line ends. */
  lineY: number;
  /** Where the label is. */
  labelY: number;
}

const maxNameLength = 14;
const labelGap = 16;

interface EndLabelOptions {
  top: number;
  bottom: number;
  /** Formats a value; a share by default. */
  format?: (value: number) => string;
}

/**
 * Lays out the labels at the ends of lines.
 * @param toY converts a value to pixels from the top
 */
export function layoutEndLabels(
  series: readonly ChartSeries[],
  toY: (value: number) => number | undefined,
  { top, bottom, format = formatPercent }: EndLabelOptions,
): EndLabel[] {
  const ends = series.flatMap(({ id, name, color, isOwn, values }) => {
    const value = values.findLast((share) => share !== null) ?? null;
    const y = value === null ? undefined : toY(value);
    return value === null || y === undefined ? [] : [{ id, name, color, isOwn, value, y }];
  });
  const positions = placeLabels(ends, { top: top + 4, bottom, gap: labelGap });
  return ends.map(({ id, name, color, isOwn, value, y }) => ({
    id,
    name: series.length > 1 ? shorten(name) : null,
    value: format(value),
    color,
    isOwn,
    lineY: y,
    labelY: positions.get(id) ?? y,
  }));
}

function shorten(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
}

/**
 * Places labels as close as possible to their lines, in the same order, at least `gap` apart and between `top` and
 * `bottom`. Labels that don't fit are spread evenly. Returns their vertical positions in pixels, by ID.
 */
export function placeLabels(
  labels: readonly { id: string; y: number }[],
  { top, bottom, gap }: { top: number; bottom: number; gap: number },
): Map<string, number> {
  const sorted = [...labels].sort((a, b) => a.y - b.y || a.id.localeCompare(b.id));
  const spacing = sorted.length > 1 ? Math.min(gap, (bottom - top) / (sorted.length - 1)) : 0;
  const blocks: Block[] = [];
  for (const { id, y } of sorted) {
    let block: Block = { ids: [id], sum: y };
    let previous = blocks.at(-1);
    // Labels that would overlap move as one block around the mean of their preferred positions.
    while (previous && getStart(previous) + previous.ids.length * spacing > getStart(block)) {
      blocks.pop();
      block = {
        ids: [...previous.ids, ...block.ids],
        sum: previous.sum + block.sum - block.ids.length * previous.ids.length * spacing,
      };
      previous = blocks.at(-1);
    }
    blocks.push(block);
  }
  const positions = new Map<string, number>();
  for (const block of blocks) {
    for (const [index, id] of block.ids.entries()) positions.set(id, getStart(block) + index * spacing);
  }
  return keepInside(positions, { top, bottom, spacing });
}

interface Block {
  ids: string[];
  /** The sum of the positions at which the block would have to start to put each label at its preferred position. */
  sum: number;
}

function getStart(block: Block): number {
  return block.sum / block.ids.length;
}

function keepInside(
  positions: Map<string, number>,
  { top, bottom, spacing }: { top: number; bottom: number; spacing: number },
): Map<string, number> {
  let floor = top;
  const entries = [...positions].map(([id, y]): [string, number] => {
    const placed = Math.max(y, floor);
    floor = placed + spacing;
    return [id, placed];
  });
  let ceiling = bottom;
  for (const entry of entries.reverse()) {
    entry[1] = Math.min(entry[1], ceiling);
    ceiling = entry[1] - spacing;
  }
  return new Map(entries.reverse());
}

/** A flag on the axis of a chart, with the annotations of its day. */
export interface AnnotationFlag {
  /** From 1, oldest first; null for a day that is not on the chart, whose annotations are only listed. */
  number: number | null;
  day: string;
  /** `noteId` is null for annotations that are not notes. */
  annotations: readonly { label: string; noteId: string | null }[];
}

/**
 * Builds one flag per day with annotations.
 * @param days the days of the chart that has the list of annotations below it; only these days get numbers
 */
export function buildFlags(
  annotations: readonly Annotation[],
  days: readonly string[],
  getEngineLabel: (engine: string) => string = getEngineName,
): AnnotationFlag[] {
  const byDay = [...Map.groupBy(annotations, ({ day }) => day)].sort(([a], [b]) => a.localeCompare(b));
  const plotted = byDay.map(([day]) => day).filter((day) => days.includes(day));
  return byDay.map(([day, dayAnnotations]) => ({
    number: plotted.includes(day) ? plotted.indexOf(day) + 1 : null,
    day,
    annotations: dayAnnotations.map((annotation) => ({
      label: formatAnnotation(annotation, getEngineLabel, formatCount),
      noteId: annotation.kind === 'note' ? annotation.id : null,
    })),
  }));
}

/** Flags that would overlap, drawn as one. */
export interface FlagGroup {
  /** "3", or "3–5" for several. */
  label: string;
  /** The middle of the group on the axis, from 0 to 1. */
  position: number;
  /** The days of its flags, with their positions on the axis from 0 to 1. */
  days: readonly { day: string; position: number }[];
  title: string;
}

/**
 * Groups flags that would overlap on an axis of days.
 * @param getPosition returns the position of a day from 0 to 1; undefined for days outside the axis, which are skipped
 * @param minDistance the smallest distance between the middles of two groups, as a fraction of the axis
 */
export function groupFlags(
  flags: readonly AnnotationFlag[],
  getPosition: (day: string) => number | undefined,
  minDistance: number,
): FlagGroup[] {
  const groups: { flags: AnnotationFlag[]; days: { day: string; position: number }[] }[] = [];
  for (const flag of flags) {
    const position = getPosition(flag.day);
    if (position === undefined || flag.number === null) continue;
    const last = groups.at(-1);
    if (last && position - getMiddle(last.days) < minDistance) {
      last.flags.push(flag);
      last.days.push({ day: flag.day, position });
    } else groups.push({ flags: [flag], days: [{ day: flag.day, position }] });
  }
  return groups.map(({ flags: grouped, days }) => {
    const [first, last] = [grouped[0]?.number ?? 0, grouped.at(-1)?.number ?? 0];
    return {
      label: first === last ? `${first}` : `${first}–${last}`,
      position: getMiddle(days),
      days,
      title: formatClauses(grouped.flatMap(({ annotations }) => annotations.map(({ label }) => label))),
    };
  });
}

function getMiddle(days: readonly { position: number }[]): number {
  return ((days[0]?.position ?? 0) + (days.at(-1)?.position ?? 0)) / 2;
}
