import { Share2 } from 'lucide-react';
import type { Metadata } from 'next';
import { SandboxNotice } from '#components/overview/no-answers';
import { OverviewView } from '#components/overview/overview-view';
import type { UpcomingRuns } from '#components/overview/time-series-charts';
import { ExplainChanges } from '#components/sections/explain-changes';
import { Link } from '#components/ui/link';
import { LinkButton } from '#components/ui/link-button';
import { Notice } from '#components/ui/notice';
import { trimEmptyStart } from '#lib/charts/series-charts';
import { headlineTable } from '#lib/contract/tables/headline';
import { toDay } from '#lib/core/days';
import { defineMessages } from '#lib/core/messages';
import { canUse, explainDenial } from '#lib/core/permissions';
import { getOverview, type OverviewData } from '#lib/dashboard/analytics/overview/overview';
import { listAnnotations } from '#lib/dashboard/annotations/annotations';
import { findBrandProblems } from '#lib/dashboard/brands/find-brand-problems';
import { getSchedule } from '#lib/dashboard/schedules/get-schedule';
import type { Context } from '#lib/db/context';
import { summarizeOverview } from '#lib/format/summary-sentences';
import { explainChangeAction, listCitingAnswersAction } from '../actions';
import { AnnotatedCharts } from '../annotations/annotated-charts';
import { FilteredPage, NoAnswersState } from '../filtered-page';
import { getAnswerLoaders, loadPage, type ProjectPageProps } from '../load-page';
import { getProgress } from '../progress/get-progress';
import { LiveProgress } from '../progress/live-progress';
import { UnsentNotice } from '../progress/unsent-notice';
import { SuggestedCompetitors } from '../suggested-competitors/suggested-competitors';

export const metadata: Metadata = { title: 'Overview' };

const messages = defineMessages({
  review: '{brands, plural, one {Edit brands} other {Review # brands}}',
});

export default async function OverviewPage(props: ProjectPageProps) {
  const page = await loadPage(props);
  const { context, project, filters, query } = page;
  const projectId = project.id;
  const shareDenial =
    explainDenial(context.actor, 'shares.manage') ?? explainDenial(context.actor, 'reports.edit');
  const [data, annotations, progress] = await Promise.all([
    getOverview(context, filters),
    listAnnotations(context, filters),
    getProgress(context, projectId),
  ]);
  const { headline } = data;
  const { brand } = headline;
  const createdOn = toDay(project.createdAt, project.timeZone);
  const isFictional = headline.isFictional && headline.answers > 0;
  const upcomingRuns = await loadUpcomingRuns(context, projectId, data);
  // The sandbox mentions only brands of its fictional market.
  const isUnknownToSandbox = isFictional && headline.visibility.numerator === 0;
  // While only one day of the period has answers, as in a new project, names are suggested in addition to its competitors.
  const suggestsCompetitors =
    headline.answers > 0 &&
    canUse(context.actor, 'projects.edit') &&
    !isUnknownToSandbox &&
    (upcomingRuns !== undefined || project.competitors.length === 0);
  return (
    <FilteredPage
      page={page}
      title="Overview"
      exportedTable={headlineTable.name}
      answerSet={headline}
      summary={
        headline.answers > 0
          ? summarizeOverview(headline)
          : `How often AI answers mention ${brand.name} and its competitors.`
      }
      actions={
        <LinkButton
          Icon={Share2}
          denial={shareDenial}
          data-print="hide"
          href={`/projects/${projectId}/reports/new${query ? `?${query}` : ''}`}
        >
          Share
        </LinkButton>
      }
      banner={
        <>
          <UnsentNotice projectId={projectId} run={progress.unsent} />
          <LiveProgress projectId={projectId} initial={progress} />
        </>
      }
    >
      {isUnknownToSandbox ? <SandboxNotice brand={brand.name} /> : null}
      {headline.answers > 0 ? <BrandProblemsNotice context={context} projectId={projectId} /> : null}
      {suggestsCompetitors ? <SuggestedCompetitors projectId={projectId} /> : null}
      {headline.answers > 0 ? (
        <AnnotatedCharts
          page={page}
          annotations={annotations}
          days={trimEmptyStart(data.visibilityOverTime, createdOn).days}
        >
          <ExplainChanges load={explainChangeAction} projectId={projectId} query={query}>
            <OverviewView
              data={data}
              engineLabels={page.engineLabels}
              loaders={getAnswerLoaders(context, { projectId, query: page.query })}
              loadCitingAnswers={listCitingAnswersAction.bind(null, projectId, query)}
              linkContext={{ projectId, query }}
              createdOn={createdOn}
              upcomingRuns={upcomingRuns}
            />
          </ExplainChanges>
        </AnnotatedCharts>
      ) : (
        <NoAnswersState page={page} />
      )}
    </FilteredPage>
  );
}

/** Shows brands whose numbers are impossible. Renders nothing if there are none. */
async function BrandProblemsNotice({ context, projectId }: { context: Context; projectId: string }) {
  const [first, ...others] = await findBrandProblems(context, { projectId });
  if (!first) return null;
  return (
    <div className="pb-6">
      <Notice tone="warning">
        {first.text}{' '}
        <Link
          href={`/projects/${projectId}/brands`}
          className="font-medium text-accent underline underline-offset-4 hover:text-accent-strong"
        >
          {messages.review({ brands: others.length + 1 })}
        </Link>
      </Notice>
    </div>
  );
}

/** Loads the time of the next run if exactly one day of the period has answers; otherwise undefined. */
async function loadUpcomingRuns(
  context: Context,
  projectId: string,
  { visibilityOverTime }: Pick<OverviewData, 'visibilityOverTime'>,
): Promise<UpcomingRuns | undefined> {
  const { days, series } = visibilityOverTime;
  const answeredDays = days.filter((_, index) => series.some(({ points }) => points[index]));
  if (answeredDays.length !== 1) return undefined;
  const schedule = await getSchedule(context, { projectId });
  return { nextRunAt: schedule?.nextRunAt ?? null, scheduleHref: `/projects/${projectId}/schedule` };
}
