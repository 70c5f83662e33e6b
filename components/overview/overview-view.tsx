import type { ReactNode } from 'react';
import type { AnswerLoaders } from '#components/answers/answer-part';
import { AllAnswersLink, AnswersList } from '#components/answers/answers-list';
import { BrandsTable } from '#components/overview/brands-table';
import {
  buildMapSteps,
  CountryMap,
  EngineBreakdown,
  EngineCountryMap,
  hasUnanswered,
} from '#components/overview/breakdowns';
import type { CitingAnswersLoader } from '#components/overview/citing-answers';
import { HeadlineMetrics } from '#components/overview/headline-metrics';
import { MeasurementCard } from '#components/overview/measurement-card';
import { SourcesTable } from '#components/overview/sources-table';
import {
  ShareOfVoiceChart,
  type UpcomingRuns,
  VisibilityChart,
} from '#components/overview/time-series-charts';
import { formatTotals, serializeRates, trimEmptyStart } from '#lib/charts/series-charts';
import type { EngineLabels } from '#lib/contract/engine-labels';
import type { OverviewData } from '#lib/dashboard/analytics/overview/overview';
import { type AnswersLinkContext, getAnswersUrl } from '#lib/format/answer-links';
import { describeBrandMetrics } from '#lib/format/metric-descriptions';

const maxAnswers = 8;

interface OverviewViewProps {
  data: OverviewData;
  engineLabels: EngineLabels;
  loaders: AnswerLoaders;
  loadCitingAnswers: CitingAnswersLoader;
  /** The context of links to answers. */
  linkContext?: AnswersLinkContext;
  /** The day on which the project was created. */
  createdOn: string;
  /** The next run, for the message that is shown if only one day has answers. */
  upcomingRuns?: UpcomingRuns | undefined;
  /** Shown after visibility over time. */
  children?: ReactNode;
}

/** All sections of the overview, also used on the page of a prompt. */
export function OverviewView({
  data,
  engineLabels,
  loaders,
  loadCitingAnswers,
  linkContext,
  createdOn,
  upcomingRuns,
  children,
}: OverviewViewProps) {
  const { brand } = data.headline;
  const brands = data.visibilityOverTime.series.map(({ brand }) => brand);
  const { visibility, triggered } = describeBrandMetrics(brand.name);
  const descriptions = [{ metric: 'Visibility', description: visibility }];
  const mapSteps = buildMapSteps(data);
  const breakdownProps = { brand, linkContext, descriptions };
  return (
    <>
      <HeadlineMetrics headline={data.headline} linkContext={linkContext} />
      <MeasurementCard data={data} engineLabels={engineLabels} />
      <VisibilityChart
        rates={serializeRates(trimEmptyStart(data.visibilityOverTime, createdOn))}
        totals={formatTotals(data.brandMetrics, 'visibility')}
        selectedBrandId={brand.id}
        upcomingRuns={upcomingRuns}
      />
      {children}
      <div className="lazy-sections">
        <div className="two-columns">
          <ShareOfVoiceChart
            rates={serializeRates(trimEmptyStart(data.shareOfVoiceOverTime, createdOn))}
            totals={formatTotals(data.brandMetrics, 'shareOfVoice')}
          />
          <BrandsTable brandMetrics={data.brandMetrics} linkContext={linkContext} />
          <EngineBreakdown
            {...breakdownProps}
            rows={data.byEngine}
            descriptions={
              hasUnanswered(data.byEngine)
                ? [...descriptions, { metric: 'Trigger rate', description: triggered }]
                : descriptions
            }
          />
          <CountryMap {...breakdownProps} steps={mapSteps} rows={data.byCountry} />
        </div>
        <EngineCountryMap {...breakdownProps} steps={mapSteps} rows={data.byEngineAndCountry} />
        <SourcesTable
          topSources={data.topSources}
          brands={brands}
          filterKey={linkContext?.query ?? ''}
          loadCitingAnswers={loadCitingAnswers}
          linkContext={linkContext}
        />
        <AnswersList
          key={linkContext?.query}
          answers={data.latestAnswers.answers.slice(0, maxAnswers)}
          brands={brands}
          loaders={loaders}
        />
        {linkContext ? (
          <AllAnswersLink
            href={getAnswersUrl(linkContext.projectId, linkContext.query)}
            answerCount={data.headline.answers}
          />
        ) : null}
      </div>
    </>
  );
}
