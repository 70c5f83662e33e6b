'use client';

import { useMemo } from 'react';
import { ChartFrame } from '#components/charts/chart-frame';
import { ShareBars } from '#components/charts/share-bars';
import { OverTimeTable } from '#components/overview/over-time-table';
import { EmptyState } from '#components/ui/empty-state';
import { Section } from '#components/ui/section';
import { stackedShares } from '#lib/charts/stacked-shares';
import type { TrackedBrand } from '#lib/core/figure';
import { definitionsOf } from '#lib/format/definitions';
import { type PackedOverTime, unpackRates } from '#lib/format/packed-rates';

interface VoiceChartProps {
  packed: PackedOverTime<TrackedBrand>;
  /** The share of each brand over the whole period, by its id. */
  totals: Readonly<Record<string, string>>;
  /** Left out where another chart of the page lists the flags. */
  listsFlags?: boolean;
}

/** How each day's mentions divide over the tracked brands. */
export function VoiceChart({ packed, totals, listsFlags }: VoiceChartProps) {
  const overTime = useMemo(() => unpackRates(packed), [packed]);
  const measured = overTime.series.some(({ points }) => points.some((rate) => rate !== null));
  if (!measured) {
    return (
      <Section title="Share of voice over time">
        <EmptyState kind="not measured" title="Not measured" className="h-[300px]">
          {overTime.series.length > 1
            ? 'No answer in these days to a prompt without a brand in it names a tracked one. Branded prompts can be counted under Filter.'
            : 'A share is measured against others: add a competitor under Brands, and stored answers are scored again.'}
        </EmptyState>
      </Section>
    );
  }
  return (
    <ChartFrame
      title="Share of voice over time"
      exported="share-of-voice-over-time"
      meanings={[{ figure: 'Share of voice', means: definitionsOf('the brand').shareOfVoice }]}
      listsFlags={listsFlags}
      note="Of all mentions of tracked brands, counted by answers."
      table={<OverTimeTable label="Share of voice by day" overTime={overTime} unit="brand mentions" />}
    >
      <ShareBars
        label="Share of voice by day, a colour a brand"
        chart={stackedShares(overTime.days, overTime.series)}
        totals={totals}
      />
    </ChartFrame>
  );
}
