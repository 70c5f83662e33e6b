import type { AnswerLoaders } from '#components/answers/answer-loaders';
import { AllAnswersLink, AnswersList } from '#components/answers/answers-list';
import type { LoadCiting } from '#components/overview/citing-sheet';
import { CountryMap, EngineCountryMap } from '#components/overview/country-charts';
import { HeadlineFigures } from '#components/overview/headline-figures';
import { VisibilityChart, VoiceChart } from '#components/overview/rate-charts';
import { isTriggered, SlicesTable } from '#components/overview/slices-table';
import { SourcesTable } from '#components/overview/sources-table';
import { StandingsTable } from '#components/overview/standings-table';
import { Section } from '#components/sections/section';
import { formatShareTotals } from '#lib/charts/stacked-chart';
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
  facts: OverviewData;
  loaders: AnswerLoaders;
  loadCiting: LoadCiting;
  /** For links to answers; undefined on a shared page. */
  view?: AnswersView;
}

/** All sections of the overview, also used on shared pages. */
export function OverviewView({ facts, loaders, loadCiting, view }: OverviewViewProps) {
  const brands = facts.visibilityOverTime.series.map(({ brand }) => brand);
  const definitions = describeBrandMetrics(facts.headline.brand.name);
  const visibility = [{ metric: 'Visibility', description: definitions.visibility }];
  const behind = view && { brandId: facts.headline.brand.id, view };
  return (
    <>
      <HeadlineFigures headline={facts.headline} view={view} />
      <VisibilityChart
        packed={serializeRates(facts.visibilityOverTime)}
        lookedAtId={facts.headline.brand.id}
        meanings={[{ metric: 'Visibility', description: describeBrandMetrics('the brand').visibility }]}
      />
      <div className="below">
        <div className="grid gap-x-12 lg:grid-cols-2">
          <VoiceChart
            packed={serializeRates(facts.shareOfVoiceOverTime)}
            totals={formatShareTotals(facts.brandMetrics)}
          />
          <StandingsTable standings={facts.brandMetrics} view={view} />
          <Section
            title="By engine"
            note="Visibility by engine, with the 95% confidence interval."
            exported="by-engine"
            descriptions={[
              ...visibility,
              ...(isTriggered(facts.byEngine)
                ? [{ metric: 'Triggered', description: definitions.triggered }]
                : []),
            ]}
          >
            <SlicesTable
              label="By engine"
              head="Engine"
              dimension="engine"
              slices={facts.byEngine.toSorted(byVisibility).map((slice) => ({
                ...slice,
                key: slice.engine,
                label: formatEngine(slice.engine),
                note: slice.modelNow,
              }))}
              behind={behind}
            />
          </Section>
          <CountryMap slices={facts.byCountry.toSorted(byVisibility)} behind={behind} meanings={visibility} />
        </div>
        <EngineCountryMap slices={facts.byEngineAndCountry} behind={behind} meanings={visibility} />
        <SourcesTable sources={facts.topSources} brands={brands} load={loadCiting} view={view} />
        <AnswersList
          key={view?.query}
          answers={facts.latestAnswers.answers.slice(0, answersShown)}
          brands={brands}
          loaders={loaders}
        />
        {view ? (
          <AllAnswersLink href={getAnswersUrl(view.projectId, view.query)} answers={facts.headline.answers} />
        ) : null}
      </div>
    </>
  );
}
