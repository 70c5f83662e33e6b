import type { Metadata } from 'next';
import { Page } from '#components/layout/page';
import { EmptyState } from '#components/ui/notice';
import { explainDenial } from '#lib/core/permissions';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { formatPeriod } from '#lib/format/dates';
import { describeFilters, describePeriod, loadPage, type ProjectPageProps } from '../../load-page';
import { ShareOverviewForm } from './share-overview-form';

export const metadata: Metadata = { title: 'Share overview' };

/** Page that creates a report of the overview with the filters in the URL. */
export default async function ShareOverviewPage(props: ProjectPageProps) {
  const page = await loadPage(props);
  const { context, project, filters, query } = page;
  const denial = explainDenial(context.actor, 'reports.edit');
  return (
    <Page
      title="Share overview"
      summary="Creates a report of the overview with your filters. You can then create share links, which show only this report."
    >
      {denial === null ? (
        <ShareOverviewForm
          projectId={project.id}
          options={listPeriodOptions(filters, query, describePeriod(filters, context.clock)).map(
            (option) => ({
              ...option,
              description: describeFilters(page, filters, option.filters),
            }),
          )}
        />
      ) : (
        <EmptyState kind="none" title="You can’t create reports">
          {denial}
        </EmptyState>
      )}
    </Page>
  );
}

/**
 * Lists the periods that the report can have: one relative to today, if the page has one, and fixed dates.
 * @param query the filters of the page as a query string
 * @param relative the period relative to today
 */
function listPeriodOptions(
  { from, to }: Pick<MetricFilters, 'from' | 'to'>,
  query: string,
  relative: string,
) {
  const fixed = new URLSearchParams(query);
  const isRelative = !fixed.has('from');
  fixed.delete('days');
  fixed.delete('period');
  fixed.set('from', from);
  fixed.set('to', to);
  return [
    ...(isRelative ? [{ label: `${relative}, updated daily`, filters: query }] : []),
    { label: formatPeriod({ from, to }), filters: fixed.toString() },
  ];
}
