'use client';

import { useMemo } from 'react';
import { ChartFrame } from '#components/charts/chart-frame';
import { RateLines } from '#components/charts/rate-lines';
import { OverTimeTable } from '#components/overview/over-time-table';
import { lineChart } from '#lib/charts/line-series';
import type { TrackedBrand } from '#lib/core/figure';
import type { Meaning } from '#lib/format/definitions';
import { type PackedOverTime, unpackRates } from '#lib/format/packed-rates';

interface VisibilityChartProps {
  packed: PackedOverTime<TrackedBrand>;
  /** The brand whose figures are looked at. */
  lookedAtId: string;
  meanings: readonly Meaning[];
}

/** The share of each day's answers that mentions each tracked brand. */
export function VisibilityChart({ packed, lookedAtId, meanings }: VisibilityChartProps) {
  const overTime = useMemo(() => unpackRates(packed), [packed]);
  const chart = lineChart(overTime.days, overTime.previousDays, overTime.series, lookedAtId);
  const dashed = chart.series.some(({ compared }) => compared) ? ' Dashed: the days compared with.' : '';
  return (
    <ChartFrame
      title="Visibility over time"
      exported="visibility-over-time"
      meanings={meanings}
      listsFlags
      note={`Share of each day’s answers that name the brand. Shaded: 95% interval.${dashed}`}
      table={<OverTimeTable label="Visibility by day" overTime={overTime} />}
    >
      <RateLines label="Visibility by day, a line a brand" chart={chart} />
    </ChartFrame>
  );
}
