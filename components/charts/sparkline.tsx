import { sparkline } from '#lib/charts/sparkline';

interface SparklineProps {
  /** Null is a gap. */
  values: readonly (number | null)[];
  colour?: string;
}

const size = { width: 84, height: 20 };
/** Room for the line's own width. */
const margin = 2;

/** A trend beside the figures that say it in words. */
export function Sparkline({ values, colour = 'var(--muted)' }: SparklineProps) {
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
        d={sparkline(values, size)}
        fill="none"
        stroke={colour}
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
