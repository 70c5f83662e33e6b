import type { AnswerLoaders } from '#components/answers/answer-part';
import { AllAnswersLink, AnswersList } from '#components/answers/answers-list';
import { BrandsTable } from '#components/overview/brands-table';
import { BreakdownTable, isTriggered } from '#components/overview/breakdown-table';
import type { LoadCiting } from '#components/overview/citing-sheet';
import { CountryMap, EngineCountryMap } from '#components/overview/country-charts';
import { HeadlineMetrics } from '#components/overview/headline-metrics';
import { SourcesTable } from '#components/overview/sources-table';
import { ShareOfVoiceChart, VisibilityChart } from '#components/overview/time-series-charts';
import { Section } from '#components/sections/section';
import { formatShareTotals } from '#lib/charts/series-charts';
import type { BreakdownRow } from '#lib/dashboard/analytics/overview/breakdown';
import type { OverviewData } from '#lib/dashboard/analytics/overview/overview';
import { type AnswersView, getAnswersUrl } from '#lib/format/answer-links';
import { formatEngine } from '#lib/format/labels';
import { describeBrandMetrics } from '#lib/format/metric-descriptions';
import { serializeRates } from '#lib/format/serialize-rates';

const answersShown = 8;

/** Sorts by visibility, missing values last. */
function byVisibility(a: BreakdownRow, b: BreakdownRow): number {
  return (b.visibility.value ?? -1) - (a.visibility.value ?? -1);
}

interface OverviewViewProps {
  data: OverviewData;
  loaders: AnswerLoaders;
  loadCiting: LoadCiting;
  /** For links to answers; undefined on a shared page. */
  view?: AnswersView;
}

/** All sections of the overview, also used on shared pages. */
export function OverviewView({ data, loaders, loadCiting, view }: OverviewViewProps) {
  const brands = data.visibilityOverTime.series.map(({ brand }) => brand);
  const definitions = describeBrandMetrics(data.headline.brand.name);
  const visibility = [{ metric: 'Visibility', description: definitions.visibility }];
  const behind = view && { brandId: data.headline.brand.id, view };
  return (
    <>
      <HeadlineMetrics headline={data.headline} view={view} />
      <VisibilityChart
        packed={serializeRates(data.visibilityOverTime)}
        lookedAtId={data.headline.brand.id}
        meanings={[{ metric: 'Visibility', description: describeBrandMetrics('the brand').visibility }]}
      />
      <div className="below">
        <div className="grid gap-x-12 lg:grid-cols-2">
          <ShareOfVoiceChart
            packed={serializeRates(data.shareOfVoiceOverTime)}
            totals={formatShareTotals(data.brandMetrics)}
          />
          <BrandsTable standings={data.brandMetrics} view={view} />
          <Section
            title="By engine"
            note="Visibility by engine, with the 95% confidence interval."
            exported="by-engine"
            descriptions={[
              ...visibility,
              ...(isTriggered(data.byEngine)
                ? [{ metric: 'Triggered', description: definitions.triggered }]
                : []),
            ]}
          >
            <BreakdownTable
              label="By engine"
              head="Engine"
              dimension="engine"
              slices={data.byEngine.toSorted(byVisibility).map((slice) => ({
                ...slice,
                key: slice.engine,
                label: formatEngine(slice.engine),
                note: slice.modelNow,
              }))}
              behind={behind}
            />
          </Section>
          <CountryMap slices={data.byCountry.toSorted(byVisibility)} behind={behind} meanings={visibility} />
        </div>
        <EngineCountryMap slices={data.byEngineAndCountry} behind={behind} meanings={visibility} />
        <SourcesTable sources={data.topSources} brands={brands} load={loadCiting} view={view} />
        <AnswersList
          key={view?.query}
          answers={data.latestAnswers.answers.slice(0, answersShown)}
          brands={brands}
          loaders={loaders}
        />
        {view ? (
          <AllAnswersLink href={getAnswersUrl(view.projectId, view.query)} answers={data.headline.answers} />
        ) : null}
      </div>
    </>
  );
}
