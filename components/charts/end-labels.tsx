'use client';

import { usePlotArea, useYAxisScale } from 'recharts';
import { shortName } from '#components/charts/axis-style';
import { markOpacity } from '#components/charts/mark-opacity';
import { placeLabels } from '#lib/charts/end-labels';
import type { LineSeries } from '#lib/charts/line-series';
import { formatPercent } from '#lib/format/formats';

/** The width labels need beside the plot. */
export const endLabelsWidth = 148;

interface EndLabelsProps {
  series: readonly LineSeries[];
  raised: string | null;
  onRaise: (id: string | null) => void;
}

/** Names the lines at their ends, so that no legend has to be decoded. The legend offers the same by keyboard. */
export function EndLabels({ series, raised, onRaise }: EndLabelsProps) {
  const plot = usePlotArea();
  const scale = useYAxisScale();
  if (!plot || !scale) return null;
  const ends = series.flatMap((one) => {
    const y = one.last ? scale(one.last.value) : undefined;
    return one.last && y !== undefined ? [{ ...one, value: one.last.value, y }] : [];
  });
  const heights = placeLabels(ends, { top: plot.y + 4, bottom: plot.y + plot.height, gap: 16 });
  const left = plot.x + plot.width;
  return (
    <g aria-hidden>
      {ends.map(({ id, name, colour, own, value, y }) => {
        const height = heights.get(id) ?? y;
        return (
          <g
            key={id}
            onPointerEnter={() => onRaise(id)}
            onPointerLeave={() => onRaise(null)}
            opacity={markOpacity(id, raised)}
            style={{ transition: 'opacity 150ms' }}
          >
            <path d={`M${left + 2} ${y}L${left + 12} ${height}`} stroke={colour} opacity={0.6} fill="none" />
            <text
              x={left + 17}
              y={height}
              dominantBaseline="central"
              fontSize={12}
              fill="var(--ink)"
              fontWeight={own ? 600 : 400}
            >
              {series.length > 1 ? shortName(name) : null}
              <tspan dx={series.length > 1 ? 6 : 0} fill="var(--muted)" fontWeight={400}>
                {formatPercent(value)}
              </tspan>
            </text>
          </g>
        );
      })}
    </g>
  );
}
