import type { Metadata } from 'next';
import { Page } from '#components/layout/page';
import { TableView } from '#components/sections/table-view';
import { Link } from '#components/ui/link';
import { Time } from '#components/ui/time';
import { reportsTable } from '#lib/contract/tables/reports';
import { defineMessages } from '#lib/core/messages';
import { explainDenial } from '#lib/core/permissions';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { listReports } from '#lib/dashboard/reports/reports';
import { reportTemplates, templateKeys } from '#lib/dashboard/reports/templates';
import { describeFilters, describePeriod, loadPage, type ProjectPageProps } from '../load-page';
import { TemplateList } from './template-list';

export const metadata: Metadata = { title: 'Reports' };

const messages = defineMessages({
  summary:
    '{reports, plural, one {# report} other {# reports}} for clients and colleagues, to share by link or print.',
});

export default async function ReportsPage(props: ProjectPageProps) {
  const page = await loadPage(props);
  const { context, project } = page;
  const projectId = project.id;
  const reports = await listReports(context, { projectId });
  return (
    <Page
      title="Reports"
      summary={
        reports.length === 0
          ? 'Pages for clients and colleagues, to share by link or print.'
          : messages.summary({ reports: reports.length })
      }
    >
      {reports.length > 0 ? (
        <TableView
          table={reportsTable}
          rows={reports.map((report) => {
            const filters = parseFilters(project, new URLSearchParams(report.filters), context.clock);
            const period = describePeriod(filters, context.clock, report.filters);
            return { ...report, filters: describeFilters(page, filters, period) };
          })}
          getKey={({ id }) => id}
          className="mb-10"
          views={{
            name: {
              className: 'min-w-40 font-medium',
              cell: ({ id, name }) => (
                <Link
                  href={`/projects/${projectId}/reports/${id}`}
                  className="after:absolute after:inset-0 hover:text-accent-strong"
                >
                  {name}
                </Link>
              ),
            },
            filters: { className: 'min-w-44 text-muted' },
            frozenAt: {
              className: 'whitespace-nowrap text-muted',
              cell: ({ frozenAt }) =>
                frozenAt ? (
                  <>
                    Frozen <Time at={frozenAt} />
                  </>
                ) : (
                  'Live'
                ),
            },
            updatedAt: { className: 'whitespace-nowrap text-muted' },
          }}
        />
      ) : null}
      <TemplateList
        projectId={projectId}
        templates={templateKeys.map((key) => {
          const { name, description } = reportTemplates[key];
          return { key, name, description };
        })}
        denial={explainDenial(context.actor, 'reports.edit')}
      />
    </Page>
  );
}
