import type { AnswerLoaders } from '#components/answers/answer-part';
import { AnswersList } from '#components/answers/answers-list';
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
import { SourcesTable } from '#components/overview/sources-table';
import { ShareOfVoiceChart, VisibilityChart } from '#components/overview/time-series-charts';
import { PageBlock } from '#components/reports/page-block';
import { Quotes } from '#components/reports/quotes';
import { ReportText } from '#components/reports/report-text';
import { formatTotals, serializeRates, trimEmptyStart } from '#lib/charts/series-charts';
import type { ReportBlock } from '#lib/dashboard/reports/report-blocks';
import type { ReportData } from '#lib/dashboard/reports/report-data';
import type { AnswersLinkContext } from '#lib/format/answer-links';
import { describeBrandMetrics } from '#lib/format/metric-descriptions';
import { insertReportVariables, type ReportVariables } from '#lib/format/report-variables';

/** The answers and pages that the blocks of a report can open. */
export interface ReportLinks {
  answers: AnswerLoaders;
  /** Null if citing answers cannot be listed, as in a frozen report. */
  loadCitingAnswers: CitingAnswersLoader | null;
  /** The context of links to the dashboard; undefined for viewers without an account. */
  linkContext: AnswersLinkContext | undefined;
}

interface ReportBlockViewProps {
  block: ReportBlock;
  data: ReportData;
  variables: ReportVariables;
  links: ReportLinks;
}

const maxAnswers = 8;

/** A block of a report, shown with the component that its page uses. */
export function ReportBlockView({ block, data, variables, links }: ReportBlockViewProps) {
  const { overview, brands, createdOn } = data;
  const { brand } = overview.headline;
  const { linkContext } = links;
  const filterKey = JSON.stringify(data.filters);
  const { visibility, triggered } = describeBrandMetrics(brand.name);
  const descriptions = [{ metric: 'Visibility', description: visibility }];
  const breakdown = { brand, linkContext, descriptions };
  switch (block.kind) {
    case 'text':
      return <ReportText markdown={insertReportVariables(block.markdown, variables)} />;
    case 'quotes':
      return (
        <Quotes
          answers={block.answerIds.flatMap((id) => data.quotes[id] ?? [])}
          selectedCount={block.answerIds.length}
          brands={brands}
        />
      );
    case 'headline':
      return <HeadlineMetrics headline={overview.headline} linkContext={linkContext} />;
    case 'visibility-over-time':
      return (
        <VisibilityChart
          rates={serializeRates(trimEmptyStart(overview.visibilityOverTime, createdOn))}
          totals={formatTotals(overview.brandMetrics, 'visibility')}
          selectedBrandId={brand.id}
        />
      );
    case 'share-of-voice-over-time':
      return (
        <ShareOfVoiceChart
          rates={serializeRates(trimEmptyStart(overview.shareOfVoiceOverTime, createdOn))}
          totals={formatTotals(overview.brandMetrics, 'shareOfVoice')}
        />
      );
    case 'brands':
      return <BrandsTable brandMetrics={overview.brandMetrics} linkContext={linkContext} />;
    case 'by-engine':
      return (
        <EngineBreakdown
          {...breakdown}
          rows={overview.byEngine}
          descriptions={
            hasUnanswered(overview.byEngine)
              ? [...descriptions, { metric: 'Trigger rate', description: triggered }]
              : descriptions
          }
        />
      );
    case 'by-country':
      return <CountryMap {...breakdown} steps={buildMapSteps(overview)} rows={overview.byCountry} />;
    case 'by-engine-and-country':
      return (
        <EngineCountryMap {...breakdown} steps={buildMapSteps(overview)} rows={overview.byEngineAndCountry} />
      );
    case 'top-sources':
      return (
        <SourcesTable
          topSources={overview.topSources}
          brands={brands}
          filterKey={filterKey}
          loadCitingAnswers={links.loadCitingAnswers}
          linkContext={linkContext}
        />
      );
    case 'latest-answers':
      return (
        <AnswersList
          key={filterKey}
          answers={overview.latestAnswers.answers.slice(0, maxAnswers)}
          brands={brands}
          loaders={links.answers}
        />
      );
    default:
      return <PageBlock block={block} data={data} linkContext={linkContext} />;
  }
}
