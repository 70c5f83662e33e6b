import { FlaggedDate } from '#components/charts/annotations';
import { Chart } from '#components/charts/chart';
import { ChartFrame } from '#components/charts/chart-frame';
import { HeadlineRate } from '#components/sections/metrics';
import { TableView } from '#components/sections/table-view';
import { DomainEngines, DomainPrompts } from '#components/sources/domain-citations';
import { DomainPages } from '#components/sources/domain-pages';
import type { SourcesPageContext } from '#components/sources/source-links';
import { getBrandColor } from '#lib/charts/chart-spec';
import { buildLineChart, trimEmptyStart } from '#lib/charts/series-charts';
import { domainOverTimeTable } from '#lib/contract/tables/daily-rates';
import type { Metric } from '#lib/core/metric';
import { formatPercent } from '#lib/core/numbers';
import type { TimeSeries } from '#lib/dashboard/analytics/segments/time-series';
import type { DomainData } from '#lib/dashboard/analytics/sources/domain';
import { type AnswersLinkContext, getAnswersLink, getAnswersUrl } from '#lib/format/answer-links';
import { hasNoPreviousData } from '#lib/format/format-change';
import { describeDomainMetrics } from '#lib/format/metric-descriptions';

interface DomainViewProps {
  pageContext: SourcesPageContext & AnswersLinkContext;
  data: DomainData;
  /** From `buildDomainTrend`. */
  trend: TimeSeries;
}

/**
 * Builds the daily citation share of a domain as a time series.
 * @param createdOn the day on which the project was created
 */
export function buildDomainTrend(
  { source: { domain }, days, trend }: Pick<DomainData, 'source' | 'days' | 'trend'>,
  createdOn: string,
): TimeSeries {
  const brand = { id: domain, name: domain, role: 'own', colorIndex: 0 } as const;
  return trimEmptyStart(
    { days, previousDays: null, series: [{ brand, points: trend, previous: null }] },
    createdOn,
  );
}

/** One domain: its metrics, its trend, and the engines, prompts and pages behind them. */
export function DomainView({ pageContext, data, trend }: DomainViewProps) {
  const { source, citationShare, citationRate, citedWithoutMention } = data;
  const { domain } = source;
  const { selectedBrand, projectId, query } = pageContext;
  const descriptions = describeDomainMetrics(domain);
  const owner = pageContext.brands.find(({ id }) => id === source.brandId);
  const changes = { isNeutral: source.type !== 'own', unit: 'tenths' } as const;
  const color = owner ? getBrandColor(owner.colorIndex) : 'var(--muted)';
  const chart = buildLineChart(`Citation share of ${domain} by day`, trend, domain);
  // The summary above already says that there is no previous data.
  const hasNoPrevious = hasNoPreviousData([citationShare.change, citationRate.change]);
  const hideRateChange = (rate: Metric) => (hasNoPrevious ? { ...rate, change: null } : rate);
  const listingUrl = getAnswersUrl(projectId, query, { lists: domain });
  const getCitingLink = (kind: 'citations' | 'citingIt') =>
    getAnswersLink(getAnswersUrl(projectId, query, { cites: domain }), citationRate.numerator, kind);
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-8 border-t pt-6 pb-10 md:grid-cols-3 lg:grid-cols-5">
        <HeadlineRate
          label="Citation share"
          rate={hideRateChange(citationShare)}
          counted="citations"
          {...changes}
          description={descriptions.citationShare}
          answers={getCitingLink('citations')}
        />
        <HeadlineRate
          label="Cited in"
          rate={hideRateChange(citationRate)}
          counted="answers"
          {...changes}
          description={descriptions.cited}
          answers={getCitingLink('citingIt')}
        />
        <HeadlineRate
          label="Listed in"
          rate={data.listed}
          counted="answers"
          description={descriptions.listed}
          answers={getAnswersLink(listingUrl, data.listed.numerator, 'listingIt')}
        />
        <HeadlineRate
          label="Cited when listed"
          rate={data.citedWhenListed}
          counted="answers that list it"
          description={descriptions.citedWhenListed}
          answers={getAnswersLink(listingUrl, data.listed.numerator, 'listingIt')}
        />
        {citedWithoutMention ? (
          <HeadlineRate
            label="Cited without mention"
            rate={citedWithoutMention}
            counted="answers that cite it"
            description={`Answers that cite ${domain} without mentioning ${selectedBrand.name} ÷ answers that cite it.`}
            answers={getAnswersLink(
              getAnswersUrl(projectId, query, { cites: domain, unmentioned: selectedBrand.id }),
              citedWithoutMention.numerator,
              'unmentioned',
              selectedBrand.name,
            )}
          />
        ) : data.gap ? (
          <HeadlineRate
            label="Gap rate"
            rate={data.gap}
            counted="answers that cite it"
            description={descriptions.gap(selectedBrand.name)}
            answers={getAnswersLink(
              getAnswersUrl(projectId, query, { cites: domain, missingBrand: selectedBrand.id }),
              data.gap.numerator,
              'gap',
            )}
          />
        ) : null}
      </dl>
      <ChartFrame
        title={domainOverTimeTable.title}
        note="Share of each day’s citations."
        chartNote="Shaded: where each day’s true value most likely is."
        descriptions={[{ metric: 'Citation share', description: descriptions.citationShare }]}
        exportedTable={{ table: domainOverTimeTable.name, parameters: { domain } }}
        listsAnnotations
        table={<TrendTable trend={trend} />}
      >
        <Chart
          spec={{
            ...chart,
            countNoun: 'citation',
            series: chart.series.map((series) => ({ ...series, color })),
          }}
        />
      </ChartFrame>
      <div className="two-columns">
        <DomainEngines pageContext={pageContext} domain={domain} color={color} byEngine={data.byEngine} />
        <DomainPrompts
          pageContext={pageContext}
          domain={domain}
          prompts={data.prompts}
          promptCount={data.promptCount}
        />
      </div>
      <DomainPages domain={domain} pages={data.pages} />
    </>
  );
}

function TrendTable({ trend: { days, series } }: { trend: TimeSeries }) {
  const points = series[0]?.points ?? [];
  return (
    <TableView
      table={domainOverTimeTable}
      label="Citation share by day"
      className="max-h-[340px] overflow-y-auto"
      rows={days.map((day, index) => ({ day, rate: points[index] })).toReversed()}
      getKey={({ day }) => day}
      views={{
        day: { className: 'whitespace-nowrap', cell: ({ day }) => <FlaggedDate day={day} /> },
        rate: { cell: ({ rate }) => formatPercent(rate?.value ?? null), interval: {} },
        citations: { className: 'text-muted' },
      }}
    />
  );
}
