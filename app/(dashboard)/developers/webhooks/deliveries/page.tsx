import type { Metadata } from 'next';
import { DeveloperNav } from '#app/(dashboard)/developers/developer-nav.tsx';
import { explainPageDenial, getContext } from '#app/session.ts';
import { NoAccess } from '#components/layout/no-access';
import { Page } from '#components/layout/page';
import { ExportMenu } from '#components/sections/export-menu';
import { LinkButton } from '#components/ui/link-button';
import { Pagination } from '#components/ui/links';
import { EmptyState } from '#components/ui/notice';
import { explainDenial } from '#lib/core/permissions';
import { listEndpoints } from '#lib/service/webhooks/endpoints';
import { type DeliveryFilters, listDeliveries } from '#lib/service/webhooks/list-deliveries';
import { RecoverDeliveries } from '../recover-deliveries';
import { buildDeliveriesUrl } from './deliveries-url';
import { DeliveryFilterForm } from './delivery-filter-form';
import { DeliveryTable } from './delivery-table';

export const metadata: Metadata = { title: 'Webhook deliveries' };

interface DeliveriesPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function DeliveriesPage({ searchParams }: DeliveriesPageProps) {
  const context = await getContext();
  const readDenial = await explainPageDenial(context, 'webhooks.read');
  if (readDenial !== null) return <NoAccess title="Webhook deliveries" reason={readDenial} />;
  const filters = selectFilters(await searchParams);
  const [{ deliveries, next }, endpoints] = await Promise.all([
    listDeliveries(context, filters),
    listEndpoints(context),
  ]);
  const { before, ...others } = filters;
  const isFiltered = Object.values(others).some((value) => value !== undefined);
  return (
    <Page
      title="Webhook deliveries"
      summary="Every delivery with its attempts, until the end of its retention period. Open one to see the requests and responses."
      actions={
        <>
          <RecoverDeliveries endpoints={endpoints} denial={explainDenial(context.actor, 'webhooks.manage')} />
          <ExportMenu exportedTable={{ organizationTable: 'deliveries' }} title="Webhook deliveries" />
        </>
      }
    >
      <DeveloperNav />
      <DeliveryFilterForm
        key={buildDeliveriesUrl(others)}
        filters={others}
        endpoints={endpoints.map(({ id, label }) => ({ value: id, label }))}
      />
      {deliveries.length > 0 ? (
        <DeliveryTable deliveries={deliveries} />
      ) : isFiltered || before ? (
        <EmptyState
          kind="no match"
          title="No deliveries match"
          action={<LinkButton href={buildDeliveriesUrl({})}>Clear filters</LinkButton>}
        >
          Older deliveries may have been deleted after their retention period.
        </EmptyState>
      ) : (
        <EmptyState kind="none yet" title="No deliveries yet">
          When a task with a webhook URL completes or fails, its result is sent to this URL, in up to five
          attempts.
        </EmptyState>
      )}
      <div className="mt-4">
        <Pagination
          newest={before ? buildDeliveriesUrl(others) : null}
          older={next ? buildDeliveriesUrl({ ...others, before: next }) : null}
          noun="deliveries"
        />
      </div>
    </Page>
  );
}

function selectFilters(searchParams: Awaited<DeliveriesPageProps['searchParams']>): DeliveryFilters {
  const pick = (name: keyof DeliveryFilters) => {
    const value = searchParams[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    status: pick('status'),
    endpoint: pick('endpoint'),
    task: pick('task'),
    from: pick('from'),
    to: pick('to'),
    before: pick('before'),
  };
}
