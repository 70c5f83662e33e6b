'use client';

import { usePlotArea, useYAxisScale } from 'recharts';
import { percent } from '#components/charts/format';
import { type BrandSeries, brandColour, markOpacity } from '#components/charts/series';

const lineHeight = 16;

/** Where labels go so that none covers another: each as near to its line's end as those above allow. */
function spread(wanted: readonly number[], top: number, bottom: number): number[] {
  const order = wanted.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y);
  let free = top;
  for (const one of order) {
    one.y = Math.max(one.y, free);
    free = one.y + lineHeight;
  }
  let limit = bottom;
  for (const one of order.toReversed()) {
    one.y = Math.min(one.y, limit);
    limit = one.y - lineHeight;
  }
  return order.sort((a, b) => a.index - b.index).map(({ y }) => y);
}

interface EndLabelsProps {
  series: readonly BrandSeries[];
  raised: string | null;
  onRaise: (id: string | null) => void;
}

/** Names the lines at their ends, so that no legend has to be decoded. */
export function EndLabels({ series, raised, onRaise }: EndLabelsProps) {
  const plot = usePlotArea();
  const scale = useYAxisScale();
  if (!plot || !scale) return null;
  const ends = series.flatMap((one) => {
    const last = one.points.findLast((point) => point !== null);
    const y = last ? scale(last.value) : undefined;
    return last && y !== undefined ? [{ ...one, value: last.value, y }] : [];
  });
  const places = spread(
    ends.map(({ y }) => y),
    plot.y + 2,
    plot.y + plot.height,
  );
  const left = plot.x + plot.width + 8;
  return (
    <g aria-hidden>
      {ends.map(({ id, label, hue, value, y }, index) => {
        const place = places[index] ?? y;
        return (
          <g
            key={id}
            onPointerEnter={() => onRaise(id)}
            onPointerLeave={() => onRaise(null)}
            opacity={markOpacity(id, raised)}
            style={{ transition: 'opacity 150ms' }}
          >
            <path
              d={`M${left - 6} ${y}L${left + 4} ${place}`}
              stroke={brandColour(hue)}
              strokeWidth={1}
              fill="none"
              opacity={0.6}
            />
            <text
              x={left + 9}
              y={place}
              dominantBaseline="central"
              fontSize={12}
              fill="var(--ink)"
              fontWeight={hue === 0 ? 600 : 400}
            >
              {label.length > 14 ? `${label.slice(0, 13)}…` : label}
              <tspan dx={6} fill="var(--muted)" fontWeight={400}>
                {percent(value)}
              </tspan>
            </text>
          </g>
        );
      })}
    </g>
  );
}
