'use client';

import { useMemo } from 'react';
import { DayFlag } from '#components/charts/annotations';
import { ChartFrame } from '#components/charts/chart-frame';
import { RateLines } from '#components/charts/rate-lines';
import { ShareBars } from '#components/charts/share-bars';
import { Section } from '#components/sections/section';
import { EmptyState } from '#components/ui/empty-state';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { lineChart } from '#lib/charts/line-chart';
import { stackedShares } from '#lib/charts/stacked-chart';
import type { TrackedBrand } from '#lib/core/metric';
import type { TimeSeries } from '#lib/dashboard/analytics/over-time';
import { definitionsOf, type Meaning } from '#lib/format/metric-descriptions';
import { countedWords, formatDate, formatPercent } from '#lib/format/numbers';
import { type PackedOverTime, unpackRates } from '#lib/format/serialize-rates';

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

interface OverTimeTableProps {
  label: string;
  overTime: TimeSeries;
  /** What the denominators count, plural. */
  unit?: string;
}

/** Daily rates as a table, newest day first; each says on hover what it was counted from. */
export function OverTimeTable({ label, overTime, unit = 'answers' }: OverTimeTableProps) {
  const { days, series } = overTime;
  const newestFirst = days.map((day, index) => ({ day, index })).toReversed();
  return (
    <Table label={label} className="max-h-[340px] overflow-y-auto">
      <TableHead>
        <HeadCell>Day</HeadCell>
        {series.map(({ brand }) => (
          <HeadCell key={brand.id} numeric>
            {brand.name}
          </HeadCell>
        ))}
      </TableHead>
      <tbody>
        {newestFirst.map(({ day, index }) => (
          <Row key={day}>
            <Cell className="whitespace-nowrap">
              {formatDate(day)}
              <DayFlag day={day} />
            </Cell>
            {series.map(({ brand, points }) => {
              const rate = points[index];
              return (
                <Cell key={brand.id} numeric title={rate ? countedWords(rate, unit) : undefined}>
                  {formatPercent(rate?.value ?? null)}
                </Cell>
              );
            })}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
