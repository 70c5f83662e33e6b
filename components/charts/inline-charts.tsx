import { buildLinePath } from '#lib/charts/plot-layout';
import type { Interval } from '#lib/core/metric';

interface IntervalBarProps {
  /** A share from 0 to 1; null when not measured. */
  value: number | null;
  interval?: Interval | null;
  /** The share that fills the whole width. */
  max?: number;
  /** The accent color by default. */
  color?: string;
}

/** A bar from 0 with its confidence interval as a whisker. The numbers are shown beside it as text. */
export function IntervalBar({ value, interval, max = 1, color = 'var(--accent)' }: IntervalBarProps) {
  if (value === null) return null;
  const toPercent = (share: number) => 100 * Math.max(0, Math.min(1, share / max));
  return (
    <div aria-hidden className="relative h-5 w-full min-w-16">
      <div
        className="absolute inset-y-[5px] left-0 rounded-r-[3px]"
        style={{ width: `${toPercent(value)}%`, background: color }}
      />
      {interval ? (
        <div
          className="absolute inset-y-[6px] border-x border-ink/70 before:absolute before:inset-x-0 before:top-1/2 before:h-px before:bg-ink/70"
          style={{
            left: `${toPercent(interval.low)}%`,
            width: `${toPercent(interval.high) - toPercent(interval.low)}%`,
          }}
        />
      ) : null}
    </div>
  );
}

interface SparklineProps {
  /** Null is a gap. */
  values: readonly (number | null)[];
  color?: string;
}

const size = { width: 84, height: 20 };
/** Space for the thickness of the line. */
const margin = 2;

/** A small trend line. */
export function Sparkline({ values, color = 'var(--muted)' }: SparklineProps) {
  const { width, height } = size;
  return (
    <svg
      aria-hidden="true"
      width={width}
      height={height + 2 * margin}
      viewBox={`${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`}
      className="inline-block align-middle"
    >
      <path
        d={buildLinePath(values, { ...size, max: Math.max(0, ...values.map((value) => value ?? 0)) })}
        fill="none"
        stroke={color}
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

interface ComparisonBarsProps {
  /** Shares from 0 to 1; null when not measured. */
  bars: readonly { share: number | null; color: string }[];
}

/** Bars for shares, one below the other, on one axis from 0 to 100%. The numbers are shown beside them as text. */
export function ComparisonBars({ bars }: ComparisonBarsProps) {
  return (
    <div aria-hidden className="flex flex-col gap-0.5">
      {bars.map(({ share, color }) => (
        <div key={color} className="h-1.5 rounded-r-[2px] bg-sunken">
          <div
            className="h-full rounded-r-[2px]"
            style={{ width: `${(share ?? 0) * 100}%`, background: color }}
          />
        </div>
      ))}
    </div>
  );
}
