import type { Metadata } from 'next';
import { SandboxNotice } from '#components/overview/no-answers';
import { OverviewView } from '#components/overview/overview-view';
import { ExplainChanges } from '#components/sections/explained-change';
import { SandboxBadge } from '#components/sections/section';
import { hasPermission } from '#lib/core/permissions';
import { countDays } from '#lib/core/time';
import { type MetricFilters, parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { listAnnotations } from '#lib/dashboard/annotations/annotations';
import { listShares } from '#lib/dashboard/shares/shares';
import { formatPeriod } from '#lib/format/dates';
import { summarizeOverview } from '#lib/format/summary-sentences';
import { getRole } from '../../../../session';
import { explainChangeAction, listCitingAnswersAction } from '../actions';
import { AnnotatedCharts } from '../annotations/annotated-charts';
import { FilteredPage, NoAnswersState } from '../filtered-page';
import { describeFilters, getAnswerLoaders, loadPage, type ProjectPageProps } from '../load-page';
import { getProgress } from '../progress/get-progress';
import { LiveProgress } from '../progress/live-progress';
import { UnsentNotice } from '../progress/unsent-notice';
import { ShareDialog } from './share-dialog';
import type { ShareFormProps } from './share-form';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage(props: ProjectPageProps) {
  const page = await loadPage(props);
  const { context, project, filters, query } = page;
  const projectId = project.id;
  const canShare = hasPermission(getRole(context), 'shares.manage');
  const [data, annotations, progress, shares] = await Promise.all([
    getOverview(context, filters),
    listAnnotations(context, filters),
    getProgress(context, projectId),
    canShare ? listShares(context, { projectId }) : [],
  ]);
  const { headline } = data;
  const { brand } = headline;
  const isFictional = headline.isFictional && headline.answers > 0;
  return (
    <FilteredPage
      page={page}
      title="Overview"
      exportedTable="headline"
      summary={
        headline.answers > 0
          ? summarizeOverview(headline, page.engineLabels)
          : `How often AI answers mention ${brand.name} and its competitors.`
      }
      actions={
        <>
          {isFictional ? <SandboxBadge /> : null}
          {canShare ? (
            <ShareDialog
              projectId={projectId}
              options={buildShareOptions(filters, query, (query) => describeFilters(page, filters, query))}
              shares={shares.map(({ id, filters: query, createdAt, expiresAt, hasPassword }) => ({
                ...{ id, createdAt, expiresAt, hasPassword },
                filtersDescription: describeFilters(
                  page,
                  parseFilters(projectId, new URLSearchParams(query), context.clock),
                  query,
                ),
              }))}
            />
          ) : null}
        </>
      }
      banner={
        <>
          <UnsentNotice projectId={projectId} run={progress.unsent} />
          <LiveProgress projectId={projectId} initial={progress} />
        </>
      }
    >
      {isFictional && headline.visibility.numerator === 0 ? <SandboxNotice brand={brand.name} /> : null}
      {headline.answers > 0 ? (
        <AnnotatedCharts page={page} annotations={annotations}>
          <ExplainChanges load={explainChangeAction} projectId={projectId} query={query}>
            <OverviewView
              data={data}
              loaders={getAnswerLoaders(projectId)}
              loadCitingAnswers={listCitingAnswersAction.bind(null, projectId, query)}
              linkContext={{ projectId, query }}
            />
          </ExplainChanges>
        </AnnotatedCharts>
      ) : (
        <NoAnswersState page={page} />
      )}
    </FilteredPage>
  );
}

/**
 * Builds the periods a share link can show: a preset relative to today, or fixed dates.
 * @param query the filters of the page as a query string
 * @param describeQuery describes such a query string
 */
function buildShareOptions(
  { from, to }: Pick<MetricFilters, 'from' | 'to'>,
  query: string,
  describeQuery: (query: string) => string,
): ShareFormProps['options'] {
  const fixed = new URLSearchParams(query);
  const isRelative = !fixed.has('from');
  fixed.delete('days');
  fixed.set('from', from);
  fixed.set('to', to);
  const createOption = (label: string, filters: string) => ({
    label,
    filters,
    description: describeQuery(filters),
  });
  return [
    ...(isRelative ? [createOption(`Last ${countDays(from, to)} days, updated daily`, query)] : []),
    createOption(formatPeriod({ from, to }), fixed.toString()),
  ];
}
