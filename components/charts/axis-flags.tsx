'use client';

import { DefaultZIndexes, usePlotArea, useXAxisScale, ZIndexLayer } from 'recharts';
import { useAnnotations } from '#components/charts/annotations';
import { groupFlags } from '#lib/charts/flags';

const flagPixels = 15;
/** Approximate width of a character. */
const characterPixels = 6;

/** The page's annotations as numbered flags on the axis of days; their events are listed below the chart. */
export function AxisFlags() {
  const { flags } = useAnnotations();
  const plot = usePlotArea();
  const scale = useXAxisScale();
  if (!plot || !scale) return null;
  const bottom = plot.y + plot.height;
  const getPosition = (day: string) => {
    const x = scale(day, { position: 'middle' });
    return x === undefined ? undefined : (x - plot.x) / plot.width;
  };
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.scatter}>
      <g aria-hidden>
        {groupFlags(flags, getPosition, (flagPixels + 2) / plot.width).map(({ label, at, days, title }) => {
          const x = plot.x + at * plot.width;
          const width = flagPixels + (label.length - 1) * characterPixels;
          return (
            <g key={label}>
              <title>{title}</title>
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
