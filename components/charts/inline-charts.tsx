import { buildLinePath } from '#lib/charts/plot-layout';

interface IntervalBarProps {
  /** From 0 to 1 of the axis; null when not measured. */
  length: number | null;
  whisker?: { from: number; to: number } | null;
  /** The accent color by default. */
  color?: string;
}

const percent = (share: number) => `${Math.max(0, Math.min(1, share)) * 100}%`;

/** A bar from 0 with its interval as a whisker. The numbers stand beside it as text. */
export function IntervalBar({ length, whisker, color = 'var(--accent)' }: IntervalBarProps) {
  if (length === null) return null;
  return (
    <div aria-hidden className="relative h-5 w-full min-w-16">
      <div
        className="absolute inset-y-[5px] left-0 rounded-r-[3px]"
        style={{ width: percent(length), background: color }}
      />
      {whisker ? (
        <div
          className="absolute inset-y-[6px] border-x border-ink/70 before:absolute before:inset-x-0 before:top-1/2 before:h-px before:bg-ink/70"
          style={{ left: percent(whisker.from), width: percent(whisker.to - whisker.from) }}
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
/** Space for the width of the line. */
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

/** Shares below each other on one axis from 0 to 100%. The numbers stand beside them as text. */
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
