import { AllAnswersLink } from '#components/overview/all-answers-link';
import type { LoadAnswer } from '#components/overview/answer-sheet';
import { AnswersList } from '#components/overview/answers-list';
import type { LoadCiting } from '#components/overview/citing-sheet';
import { engineLabel } from '#components/overview/engine-label';
import type { OverviewFacts, SliceFacts } from '#components/overview/facts';
import { HeadlineFigures } from '#components/overview/headline-figures';
import { SlicesTable } from '#components/overview/slices-table';
import { SourcesTable } from '#components/overview/sources-table';
import { StandingsTable } from '#components/overview/standings-table';
import { VisibilityChart } from '#components/overview/visibility-chart';
import { VoiceChart } from '#components/overview/voice-chart';
import { countryName } from '#lib/charts/names';

const answersShown = 8;

/** The most visible first; what was not measured last. */
function mostVisible(a: SliceFacts, b: SliceFacts): number {
  return (b.visibility.value ?? -1) - (a.visibility.value ?? -1);
}

interface OverviewViewProps {
  facts: OverviewFacts;
  load: LoadAnswer;
  loadCiting: LoadCiting;
  /** Where all answers of this view are; left out on the shared page, which has no other. */
  answersHref?: string;
}

/** The evidence under the answer: all sections of the overview, the same on the shared page. */
export function OverviewView({ facts, load, loadCiting, answersHref }: OverviewViewProps) {
  const brands = facts.visibilityOverTime.series.map(({ brand }) => brand);
  return (
    <>
      <HeadlineFigures headline={facts.headline} />
      <VisibilityChart overTime={facts.visibilityOverTime} />
      <div className="grid gap-x-12 lg:grid-cols-2">
        <VoiceChart overTime={facts.shareOfVoiceOverTime} standings={facts.brandStandings} />
        <StandingsTable standings={facts.brandStandings} />
        <SlicesTable
          title="By engine"
          note="Where the brand is named, with the 95% interval."
          head="Engine"
          dimension="engine"
          slices={facts.byEngine.toSorted(mostVisible).map((slice) => ({
            ...slice,
            key: slice.engine,
            label: engineLabel(slice.engine),
          }))}
        />
        <SlicesTable
          title="By country"
          note="Asked from there, in the prompt’s own language."
          head="Country"
          dimension="country"
          slices={facts.byCountry.toSorted(mostVisible).map((slice) => ({
            ...slice,
            key: slice.country,
            label: countryName(slice.country),
          }))}
        />
      </div>
      <SourcesTable sources={facts.topSources} brands={brands} load={loadCiting} />
      <AnswersList answers={facts.latestAnswers.answers.slice(0, answersShown)} brands={brands} load={load} />
      {answersHref ? <AllAnswersLink href={answersHref} answers={facts.headline.answers} /> : null}
    </>
  );
}
