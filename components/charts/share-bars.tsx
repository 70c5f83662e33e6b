'use client';

import { lazy, Suspense, useState } from 'react';
import { BrandLegend } from '#components/charts/brand-legend';
import { useNarrow } from '#components/charts/narrow';
import { ShareBarsStill } from '#components/charts/share-bars-still';
import { useBegun } from '#components/ui/begun';
import type { StackedChart } from '#lib/charts/stacked-shares';

const ShareBarsPlot = lazy(() =>
  import('#components/charts/share-bars-plot')
    .then((file) => ({ default: file.ShareBarsPlot }))
    // Offline, or a version that is gone: what the page carries stays.
    .catch(() => ({ default: ShareBarsStill })),
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
  const begun = useBegun();
  const narrow = useNarrow();
  const still = <ShareBarsStill label={label} chart={chart} height={height} />;
  return (
    <div>
      <div style={{ height }}>
        {begun ? (
          <Suspense fallback={still}>
            <ShareBarsPlot label={label} chart={chart} height={height} narrow={narrow} raised={raised} />
          </Suspense>
        ) : (
          still
        )}
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
