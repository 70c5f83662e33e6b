'use client';

import { StillFrame } from '#components/charts/still-frame';
import type { PlaceChart } from '#lib/charts/place-columns';

interface PlaceBarsStillProps {
  label: string;
  chart: PlaceChart;
  /** Pixels. */
  height: number;
}

/** The bars as the page carries them. */
export function PlaceBarsStill({ label, chart: { columns, series, axis }, height }: PlaceBarsStillProps) {
  return (
    <StillFrame label={label} height={height} axis={axis} className="right-0">
      <div className="absolute inset-0 grid auto-cols-fr grid-flow-col">
        {columns.map(({ mark, shares }) => (
          <div key={mark} className="relative flex items-end justify-center gap-px px-[22%]">
            {series.map(({ id, colour }) => (
              <div
                key={id}
                className="max-w-7 flex-1"
                style={{ height: `${((shares[id]?.value ?? 0) / axis.max) * 100}%`, background: colour }}
              />
            ))}
            <span className="absolute inset-x-0 top-full mt-[11px] text-center">{mark}</span>
          </div>
        ))}
      </div>
    </StillFrame>
  );
}
