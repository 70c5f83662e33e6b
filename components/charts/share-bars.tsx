'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { BrandLegend } from '#components/charts/brand-legend';
import { useNarrow } from '#components/charts/narrow';
import type { StackedChart } from '#lib/charts/stacked-shares';

/** What draws comes after the page: figures can be read before. */
const ShareBarsPlot = dynamic(
  () => import('#components/charts/share-bars-plot').then((file) => file.ShareBarsPlot),
  { ssr: false },
);

interface ShareBarsProps {
  label: string;
  chart: StackedChart;
  /** The share of each brand over the whole period, by its id, said in the legend. */
  totals: Readonly<Record<string, string>>;
}

const height = 264;

/** How the mentions of all tracked brands divide, a bar a day. */
export function ShareBars({ label, chart, totals }: ShareBarsProps) {
  const [raised, setRaised] = useState<string | null>(null);
  const narrow = useNarrow();
  return (
    <div>
      <div style={{ height }}>
        <ShareBarsPlot label={label} chart={chart} height={height} narrow={narrow} raised={raised} />
      </div>
      <BrandLegend
        className="mt-2 -ml-2 min-h-7"
        brands={chart.series.map((series) => ({ ...series, figure: totals[series.id] }))}
        raised={raised}
        onRaise={setRaised}
      />
    </div>
  );
}
