import type { Metadata } from 'next';
import {
  describeFilters,
  describePeriod,
  loadPage,
  type ProjectPageProps,
} from '#app/(dashboard)/projects/[projectId]/load-page.ts';
import { Page } from '#components/layout/page';
import { changePageFilters } from '#lib/contract/filters/page-filters';
import { formatPeriod } from '#lib/core/dates';
import { explainDenial } from '#lib/core/permissions';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { ShareOverviewForm } from './share-overview-form';

export const metadata: Metadata = { title: 'Share overview' };

/** Page that creates a report of the overview with the filters in the URL. */
export default async function ShareOverviewPage(props: ProjectPageProps) {
  const page = await loadPage(props);
  const { context, project, filters, query } = page;
  return (
    <Page
      title="Share overview"
      summary="Creates a report of the overview with your filters. You can then create share links, which show only this report."
    >
      <ShareOverviewForm
        projectId={project.id}
        options={listPeriodOptions(filters, query, describePeriod(filters, context.clock)).map((option) => ({
          ...option,
          description: describeFilters(page, filters, describePeriod(filters, context.clock, option.filters)),
        }))}
        denial={explainDenial(context.actor, 'reports.edit')}
      />
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
  const parameters = new URLSearchParams(query);
  const isRelative = !parameters.has('from');
  const fixed = changePageFilters(parameters, { days: null, calendarPeriod: null, from, to });
  return [
    ...(isRelative ? [{ label: `${relative}, updated daily`, filters: query }] : []),
    { label: formatPeriod({ from, to }), filters: fixed.toString() },
  ];
}
