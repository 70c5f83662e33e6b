'use client';

import { lazy, Suspense, useState } from 'react';
import { BrandLegend } from '#components/charts/brand-legend';
import { useNarrow } from '#components/charts/narrow';
import { NotEnough } from '#components/charts/not-enough';
import { RateLinesStill } from '#components/charts/rate-lines-still';
import { useBegun } from '#components/ui/begun';
import { classes } from '#components/ui/classes';
import type { LineChart } from '#lib/charts/line-series';

const RateLinesPlot = lazy(() =>
  import('#components/charts/rate-lines-plot')
    .then((file) => ({ default: file.RateLinesPlot }))
    // Offline, or a version that is gone: what the page carries stays.
    .catch(() => ({ default: RateLinesStill })),
);

interface RateLinesProps {
  /** Says what is drawn, for assistive technology. */
  label: string;
  chart: LineChart;
}

const height = 300;
/** A line has a beginning and an end. */
const leastDays = 2;

/** Rates over time, a line a brand, with bands of their intervals and the days compared with dashed. */
export function RateLines({ label, chart }: RateLinesProps) {
  const [raised, setRaised] = useState<string | null>(null);
  const begun = useBegun();
  const narrow = useNarrow();
  if (chart.daysWithData < leastDays) {
    return (
      <NotEnough
        have={chart.daysWithData}
        need={leastDays}
        unit="day with answers"
        units="days with answers"
        className="h-[300px]"
      />
    );
  }
  const still = <RateLinesStill label={label} chart={chart} height={height} />;
  return (
    <div>
      <div style={{ height }}>
        {begun ? (
          <Suspense fallback={still}>
            <RateLinesPlot
              label={label}
              chart={chart}
              height={height}
              labelled={chart.endLabels && !narrow}
              narrow={narrow}
              raised={raised}
              onRaise={setRaised}
            />
          </Suspense>
        ) : (
          still
        )}
      </div>
      <BrandLegend
        className={classes('mt-2 -ml-2', chart.endLabels ? 'md:sr-only md:focus-within:not-sr-only' : null)}
        brands={chart.series}
        raised={raised}
        onRaise={setRaised}
      />
    </div>
  );
}
