import type { Metadata } from 'next';
import { explainPageDenial, getContext } from '#app/session.ts';
import { NoAccess } from '#components/layout/no-access';
import { Page } from '#components/layout/page';
import { ExportMenu } from '#components/sections/export-menu';
import { Pagination } from '#components/ui/links';
import { EmptyState } from '#components/ui/notice';
import { routes } from '#lib/contract/routes';
import { labelEndpoint } from '#lib/contract/service-routes';
import { describeApiError, type ErrorCode, errorTable } from '#lib/core/errors';
import { defineMessages } from '#lib/core/messages';
import { getPageUrl } from '#lib/core/urls/page-url';
import {
  listRequestKeys,
  listRequests,
  parseRequestFilters,
  type RequestFilters,
  requestLogDays,
} from '#lib/service/request-log/list-requests';
import { DeveloperNav } from '../developer-nav';
import { RequestFilterForm } from './request-filter-form';
import { RequestTable } from './request-table';

export const metadata: Metadata = { title: 'Requests' };

const endpoints = Object.entries(routes).map(([value, route]) => ({
  value,
  label: labelEndpoint(route),
}));

interface RequestsPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const messages = defineMessages({
  summary:
    '{requests, plural, one {# request} other {# requests}} on this page, {failed, plural, =0 {none} other {#}} with an error. Requests are kept for {days, number} days.',
});

export default async function RequestsPage({ searchParams }: RequestsPageProps) {
  const context = await getContext();
  const readDenial = await explainPageDenial(context, 'requests.read');
  if (readDenial !== null) return <NoAccess title="Requests" reason={readDenial} />;
  const filters = parseRequestFilters(await searchParams);
  const [{ entries, next }, keys] = await Promise.all([
    listRequests(context, filters),
    listRequestKeys(context),
  ]);
  const failed = entries.filter(({ status }) => status >= 400).length;
  return (
    <Page
      title="Requests"
      summary={
        entries.length === 0
          ? `Authenticated requests to /v1 and /mcp are listed here for ${requestLogDays} days.`
          : messages.summary({ requests: entries.length, failed, days: requestLogDays })
      }
      actions={<ExportMenu exportedTable={{ organizationTable: 'requests' }} title="Requests" />}
    >
      <DeveloperNav />
      <RequestFilterForm filters={filters} keys={keys} endpoints={endpoints} />
      {entries.length === 0 ? (
        <EmptyState kind="no match" title="No requests" className="min-h-64">
          No request matches the filters. Choose a longer period or other filters.
        </EmptyState>
      ) : (
        <RequestTable
          requests={entries.map((entry) => ({
            ...entry,
            error: entry.code === null ? null : describeError(entry.code),
          }))}
        />
      )}
      <div className="mt-4">
        <Pagination
          newest={filters.before ? buildUrl({ ...filters, before: undefined }) : null}
          older={next === null ? null : buildUrl({ ...filters, before: next })}
          noun="requests"
        />
      </div>
    </Page>
  );
}

function describeError(code: string): string {
  const known = (Object.keys(errorTable) as ErrorCode[]).find((name) => name === code);
  return known ? `${known}: ${describeApiError(known)}` : code;
}

function buildUrl(filters: RequestFilters): string {
  return getPageUrl('/developers/requests', filters);
}
