import type { Metadata } from 'next';
import { explainPageDenial, getContext } from '#app/session.ts';
import { NoAccess } from '#components/layout/no-access';
import { Page } from '#components/layout/page';
import { ExportMenu } from '#components/sections/export-menu';
import { TableView } from '#components/sections/table-view';
import { LinkButton } from '#components/ui/link-button';
import { EmptyState } from '#components/ui/notice';
import { auditLogTable } from '#lib/contract/tables/members';
import { formatAuditAction } from '#lib/core/audit-actions';
import { noValue } from '#lib/core/numbers';
import { getPageUrl } from '#lib/core/urls/page-url';
import { type AuditFilters, listAuditActors, listAuditLog } from '#lib/service/organizations/audit-log';
import { describeAuditChange } from './audit-change';
import { AuditFilterForm } from './audit-filter-form';

export const metadata: Metadata = { title: 'Audit log' };

interface AuditPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function AuditPage({ searchParams }: AuditPageProps) {
  const context = await getContext();
  const readDenial = await explainPageDenial(context, 'audit.read');
  if (readDenial !== null) return <NoAccess title="Audit log" reason={readDenial} />;
  const filters = selectFilters(await searchParams);
  const { entries, next } = await listAuditLog(context, filters);
  const actors = await listAuditActors(context);
  return (
    <Page
      title="Audit log"
      summary="Who changed members, keys, webhooks, sharing and projects. Entries can’t be changed, and are kept as long as the organization exists."
      actions={<ExportMenu exportedTable={{ organizationTable: 'audit-log' }} title="Audit log" />}
    >
      <AuditFilterForm actors={actors} action={filters.action ?? ''} actor={filters.actor ?? ''} />
      {entries.length === 0 ? (
        <EmptyState kind="no match" title="No entries">
          {filters.action || filters.actor ? 'No change matches the filters.' : 'No changes yet.'}
        </EmptyState>
      ) : (
        <TableView
          table={auditLogTable}
          rows={entries}
          getKey={({ id }) => id}
          views={{
            time: { className: 'whitespace-nowrap' },
            actor: { cell: ({ actor, actorKind }) => actor ?? unnamedActorLabels[actorKind] ?? actorKind },
            action: {
              className: 'min-w-44',
              cell: (entry) => (
                <>
                  <p>
                    {formatAuditAction(entry.action)}: <span className="font-medium">{entry.target}</span>
                  </p>
                  <p className="text-xs wrap-anywhere text-muted">{describeAuditChange(entry)}</p>
                </>
              ),
            },
            ipAddress: {
              className: 'text-muted tabular-nums',
              cell: ({ ipAddress, userAgent }) =>
                ipAddress ? (
                  <span title={userAgent ?? undefined}>{ipAddress}</span>
                ) : (
                  <span title="Not triggered by a web request">{noValue}</span>
                ),
            },
          }}
        />
      )}
      {next ? (
        <p className="mt-4">
          <LinkButton href={`/members/audit${formatQuery({ ...filters, before: next })}`}>
            Older entries
          </LinkButton>
        </p>
      ) : null}
    </Page>
  );
}

/** Labels of actors for whom no name is stored. */
const unnamedActorLabels: Record<string, string> = {
  operator: 'Instance operator',
  key: 'API key',
  member: 'Former user',
};

function selectFilters(searchParams: Awaited<AuditPageProps['searchParams']>): AuditFilters {
  const pick = (name: string) => {
    const value = searchParams[name];
    return typeof value === 'string' ? value : undefined;
  };
  return { action: pick('action'), actor: pick('actor'), before: pick('before') };
}

function formatQuery(filters: AuditFilters): string {
  return getPageUrl('', { ...filters });
}
