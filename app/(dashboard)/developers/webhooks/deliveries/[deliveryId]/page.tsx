import { RotateCw } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { NoAccess } from '#components/layout/no-access';
import { Page } from '#components/layout/page';
import { DeniedButton } from '#components/overlays/denied-button';
import { Section } from '#components/sections/section';
import { EmptyState } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import { ServiceError } from '#lib/core/errors';
import { explainDenial } from '#lib/core/permissions';
import type { Context } from '#lib/db/client';
import { type DeliveryDetails, getDelivery } from '#lib/service/webhooks/deliveries';
import { getContext } from '../../../../../session';
import { DeveloperNav } from '../../../developer-nav';
import { CodeBlock } from '../../code-block';
import { DeliverySummary } from '../delivery-status';
import { AttemptDetails } from './attempt-details';
import { formatBody } from './format-body';
import { RefreshWhileDue } from './refresh-while-due';
import { ResendDelivery } from './resend-delivery';

export const metadata: Metadata = { title: 'Webhook delivery' };

interface DeliveryPageProps {
  params: Promise<{ deliveryId: string }>;
}

export default async function DeliveryPage({ params }: DeliveryPageProps) {
  const context = await getContext();
  const readDenial = explainDenial(context.actor, 'webhooks.read');
  if (readDenial !== null) return <NoAccess title="Webhook delivery" reason={readDenial} />;
  const denial = explainDenial(context.actor, 'webhooks.manage');
  const delivery = await findDelivery(context, (await params).deliveryId);
  const { id, taskId, status, attempts, dueAt, body, isBodyTruncated } = delivery;
  return (
    <Page
      title={delivery.isTest ? 'Test event' : 'Webhook delivery'}
      summary={<DeliverySummary {...delivery} />}
      actions={
        status === 'pending' ? undefined : denial === null ? (
          <ResendDelivery deliveryId={id} />
        ) : (
          <DeniedButton reason={denial} Icon={RotateCw}>
            Resend delivery
          </DeniedButton>
        )
      }
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
        {attempts.length === 0 ? (
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
          {formatBody(body)}
        </CodeBlock>
      </Section>
    </Page>
  );
}

async function findDelivery(context: Context, deliveryId: string): Promise<DeliveryDetails> {
  try {
    return await getDelivery(context, { deliveryId });
  } catch (error) {
    const isUnknown =
      error instanceof ServiceError && ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'].includes(error.code);
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
