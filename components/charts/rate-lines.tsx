'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { BrandLegend } from '#components/charts/brand-legend';
import { useNarrow } from '#components/charts/narrow';
import type { LineChart } from '#lib/charts/line-series';

/** What draws comes after the page: figures can be read before. */
const RateLinesPlot = dynamic(
  () => import('#components/charts/rate-lines-plot').then((file) => file.RateLinesPlot),
  { ssr: false },
);

interface RateLinesProps {
  /** Says what is drawn, for assistive technology. */
  label: string;
  chart: LineChart;
}

const height = 300;

/** Rates over time, a line a brand, with bands of their intervals and the days compared with dashed. */
export function RateLines({ label, chart }: RateLinesProps) {
  const [raised, setRaised] = useState<string | null>(null);
  const narrow = useNarrow();
  const labelled = chart.endLabels && !narrow;
  return (
    <div>
      <div style={{ height }}>
        <RateLinesPlot
          label={label}
          chart={chart}
          height={height}
          labelled={labelled}
          narrow={narrow}
          raised={raised}
          onRaise={setRaised}
        />
      </div>
      {chart.daysWithData < 2 ? (
        <p className="mt-2 text-xs text-muted">
          A line needs answers on at least 2 days; so far there{' '}
          {chart.daysWithData === 1 ? 'is 1' : 'are none'}.
        </p>
      ) : null}
      <BrandLegend
        className={labelled ? 'sr-only focus-within:not-sr-only' : 'mt-2 -ml-2'}
        brands={chart.series}
        raised={raised}
        onRaise={setRaised}
      />
    </div>
  );
}
