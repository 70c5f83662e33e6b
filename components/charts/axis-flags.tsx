'use client';

import { DefaultZIndexes, usePlotArea, useXAxisScale, ZIndexLayer } from 'recharts';
import { useAnnotations } from '#components/charts/annotations';
import { groupFlags } from '#lib/charts/flags';

const flagPixels = 15;
/** Width of a letter, about. */
const letterPixels = 6;

/** The page's annotations as small numbered flags on the axis of days; what they stand for is listed underneath. */
export function AxisFlags() {
  const { flags } = useAnnotations();
  const plot = usePlotArea();
  const scale = useXAxisScale();
  if (!plot || !scale) return null;
  const bottom = plot.y + plot.height;
  const across = (day: string) => {
    const x = scale(day, { position: 'middle' });
    return x === undefined ? undefined : (x - plot.x) / plot.width;
  };
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.scatter}>
      <g aria-hidden>
        {groupFlags(flags, across, (flagPixels + 2) / plot.width).map(({ label, at, days, words }) => {
          const x = plot.x + at * plot.width;
          const width = flagPixels + (label.length - 1) * letterPixels;
          return (
            <g key={label}>
              <title>{words}</title>
              {days.map((day) => (
                <path
                  key={day.day}
                  d={`M${plot.x + day.at * plot.width} ${plot.y}V${bottom}`}
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
        })}
      </g>
    </ZIndexLayer>
  );
}
