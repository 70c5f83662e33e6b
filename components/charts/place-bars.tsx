'use client';

import { lazy, Suspense, useState } from 'react';
import { BrandLegend } from '#components/charts/brand-legend';
import { PlaceBarsStill } from '#components/charts/place-bars-still';
import { useBegun } from '#components/ui/begun';
import type { PlaceChart } from '#lib/charts/place-columns';

const PlaceBarsPlot = lazy(() =>
  import('#components/charts/place-bars-plot')
    .then((file) => ({ default: file.PlaceBarsPlot }))
    // Offline, or a version that is gone: what the page carries stays.
    .catch(() => ({ default: PlaceBarsStill })),
);

interface PlaceBarsProps {
  label: string;
  chart: PlaceChart;
}

const height = 264;

/** How often brands take each place, a column a place, a bar a brand. */
export function PlaceBars({ label, chart }: PlaceBarsProps) {
  const [raised, setRaised] = useState<string | null>(null);
  const begun = useBegun();
  const still = <PlaceBarsStill label={label} chart={chart} height={height} />;
  return (
    <div>
      <div style={{ height }}>
        {begun ? (
          <Suspense fallback={still}>
            <PlaceBarsPlot label={label} chart={chart} height={height} raised={raised} />
          </Suspense>
        ) : (
          still
        )}
      </div>
      <BrandLegend className="mt-2 -ml-2" brands={chart.series} raised={raised} onRaise={setRaised} />
    </div>
  );
}
