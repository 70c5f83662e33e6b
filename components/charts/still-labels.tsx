import { shortName } from '#components/charts/axis-style';
import { classes } from '#components/ui/classes';
import { placeLabels } from '#lib/charts/end-labels';
import type { LineSeries } from '#lib/charts/line-series';
import { formatPercent } from '#lib/format/formats';

interface StillLabelsProps {
  series: readonly LineSeries[];
  /** Pixels of the plot. */
  height: number;
  /** The share at its top. */
  max: number;
}

/** Names at the ends of still lines, to the right of the plot, where the window has room. */
export function StillLabels({ series, height, max }: StillLabelsProps) {
  const ends = series.flatMap((one) =>
    one.last ? [{ ...one, value: one.last.value, y: height - (one.last.value / max) * height }] : [],
  );
  const heights = placeLabels(ends, { top: 4, bottom: height, gap: 16 });
  return (
    <div className="absolute inset-y-0 left-full max-md:hidden">
      <svg aria-hidden="true" width={12} height={height} className="absolute overflow-visible">
        {ends.map(({ id, colour, y }) => (
          <path key={id} d={`M2 ${y}L12 ${heights.get(id) ?? y}`} stroke={colour} opacity={0.6} fill="none" />
        ))}
      </svg>
      {ends.map(({ id, name, own, value, y }) => (
        <span
          key={id}
          className={classes(
            'absolute left-[17px] -translate-y-1/2 whitespace-nowrap text-ink',
            own ? 'font-semibold' : null,
          )}
          style={{ top: heights.get(id) ?? y }}
        >
          {series.length > 1 ? shortName(name) : null}
          <span className={classes('font-normal text-muted', series.length > 1 && 'ml-1.5')}>
            {formatPercent(value)}
          </span>
        </span>
      ))}
    </div>
  );
}
