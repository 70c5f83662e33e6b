'use client';

import { usePlotArea, useXAxisScale } from 'recharts';
import { useAnnotations } from '#components/annotations/annotations-context';

const flagPixels = 15;

/** The page's annotations as small numbered flags on the axis of days; what they stand for is listed underneath. */
export function AxisFlags() {
  const { flags } = useAnnotations();
  const plot = usePlotArea();
  const scale = useXAxisScale();
  if (!plot || !scale) return null;
  const bottom = plot.y + plot.height;
  return (
    <g aria-hidden>
      {flags.map(({ number, day, events }) => {
        const x = scale(day, { position: 'middle' });
        if (x === undefined) return null;
        return (
          <g key={day}>
            <title>{events.map(({ words }) => words).join('; ')}</title>
            <path d={`M${x} ${plot.y}V${bottom}`} stroke="var(--control)" strokeDasharray="1 4" />
            <rect
              x={x - flagPixels / 2}
              y={bottom - flagPixels / 2}
              width={flagPixels}
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
              {number}
            </text>
          </g>
        );
      })}
    </g>
  );
}
