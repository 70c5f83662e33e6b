import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { DeveloperNav } from '#app/(dashboard)/developers/developer-nav.tsx';
import { CodeBlock } from '#app/(dashboard)/developers/webhooks/code-block.tsx';
import { explainPageDenial, getContext, recordUnknownId } from '#app/session.ts';
import { NoAccess } from '#components/layout/no-access';
import { Page } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { Link } from '#components/ui/link';
import { Pagination } from '#components/ui/links';
import { EmptyState } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import { ServiceError } from '#lib/core/errors';
import { formatJson } from '#lib/core/format-json';
import { explainDenial } from '#lib/core/permissions';
import type { Context } from '#lib/db/context';
import { type DeliveryDetails, getDelivery } from '#lib/service/webhooks/deliveries';
import { DeliverySummary } from '../delivery-status';
import { AttemptDetails } from './attempt-details';
import { RefreshWhileDue } from './refresh-while-due';
import { ResendDelivery } from './resend-delivery';

export const metadata: Metadata = { title: 'Webhook delivery' };

interface DeliveryPageProps {
  params: Promise<{ deliveryId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function DeliveryPage({ params, searchParams }: DeliveryPageProps) {
  const context = await getContext();
  const readDenial = await explainPageDenial(context, 'webhooks.read');
  if (readDenial !== null) return <NoAccess title="Webhook delivery" reason={readDenial} />;
  const denial = explainDenial(context.actor, 'webhooks.manage');
  const { before } = await searchParams;
  const delivery = await findDelivery(context, {
    deliveryId: (await params).deliveryId,
    before: typeof before === 'string' ? before : undefined,
  });
  const { id, taskId, status, attempts, dueAt, body, isBodyTruncated } = delivery;
  const path = `/developers/webhooks/deliveries/${id}`;
  return (
    <Page
      title={delivery.isTest ? 'Test event' : 'Webhook delivery'}
      summary={<DeliverySummary {...delivery} />}
      actions={status === 'pending' ? undefined : <ResendDelivery deliveryId={id} denial={denial} />}
    >
      <DeveloperNav />
      {dueAt ? <RefreshWhileDue dueAt={dueAt} /> : null}
      <dl className="mb-8 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        <Fact label="Endpoint">
          <Link
            href={`/developers/webhooks/deliveries?endpoint=${delivery.endpointId}`}
            className="wrap-anywhere text-accent hover:underline"
          >
            {delivery.endpoint}
          </Link>
        </Fact>
        <Fact label="Task">
          <code className="font-mono text-xs wrap-anywhere">{taskId}</code>
        </Fact>
        <Fact label="Created">
          <Time at={delivery.createdAt} />
        </Fact>
        {dueAt ? (
          <Fact label="Next attempt">
            <Time at={dueAt} />
          </Fact>
        ) : null}
      </dl>
      <Section title="Attempts">
        {attempts.length === 0 && delivery.isNewestPage ? (
          <EmptyState kind="none yet" title="No attempts yet">
            {status === 'not_sent'
              ? 'The endpoint was disabled when this delivery was due. Enable the endpoint, then resend the delivery.'
              : 'The first attempt is made within seconds.'}
          </EmptyState>
        ) : (
          <div className="flex flex-col gap-3">
            {attempts.toReversed().map((attempt, index) => (
              <AttemptDetails key={attempt.attempt} attempt={attempt} isOpen={index === 0} />
            ))}
            <Pagination
              newest={delivery.isNewestPage ? null : path}
              older={delivery.olderThan === null ? null : `${path}?before=${delivery.olderThan}`}
              noun="attempts"
            />
          </div>
        )}
      </Section>
      <Section
        title="Request body"
        note={
          isBodyTruncated
            ? 'Truncated to 64 KiB here. The endpoint receives the full body.'
            : 'The same in every attempt. Indented here for readability.'
        }
      >
        <CodeBlock wraps label="Body">
          {formatJson(body)}
        </CodeBlock>
      </Section>
    </Page>
  );
}

async function findDelivery(
  context: Context,
  input: Parameters<typeof getDelivery>[1],
): Promise<DeliveryDetails> {
  try {
    return await getDelivery(context, input);
  } catch (error) {
    const isUnknown =
      error instanceof ServiceError && ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'].includes(error.code);
    await recordUnknownId(error);
    if (isUnknown) notFound();
    throw error;
  }
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
