'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { BrandLegend } from '#components/charts/brand-legend';
import { useNarrow } from '#components/charts/narrow';
import { NotLoaded } from '#components/ui/not-loaded';
import type { PlaceChart } from '#lib/charts/place-columns';

/** What draws comes after the page: figures can be read before. */
const PlaceBarsPlot = dynamic(
  () =>
    import('#components/charts/place-bars-plot').then(
      (file) => file.PlaceBarsPlot,
      () => NotLoaded,
    ),
  { ssr: false },
);

interface PlaceBarsProps {
  label: string;
  chart: PlaceChart;
}

const height = 264;

/** How often brands take each place, a column a place, a bar a brand. */
export function PlaceBars({ label, chart }: PlaceBarsProps) {
  const [raised, setRaised] = useState<string | null>(null);
  const narrow = useNarrow();
  return (
    <div>
      <div style={{ height }}>
        <PlaceBarsPlot label={label} chart={chart} height={height} narrow={narrow} raised={raised} />
      </div>
      <BrandLegend className="mt-2 -ml-2" brands={chart.series} raised={raised} onRaise={setRaised} />
    </div>
  );
}
