import type { Metadata } from 'next';
import { explainPageDenial, getContext } from '#app/session.ts';
import { NoAccess } from '#components/layout/no-access';
import { Page } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { LinkButton } from '#components/ui/link-button';
import { EmptyState } from '#components/ui/notice';
import { webhookSamples } from '#lib/contract/openapi/webhook';
import { getEnv } from '#lib/core/env';
import { defineMessages } from '#lib/core/messages';
import { formatPercent } from '#lib/core/numbers';
import { explainDenial } from '#lib/core/permissions';
import { type EndpointListing, listEndpoints } from '#lib/service/webhooks/endpoints';
import { getSigningState } from '#lib/service/webhooks/signing';
import { DeveloperNav } from '../developer-nav';
import { EndpointsTable } from './endpoints-table';
import { ExampleEndpoint } from './example-endpoint';
import { RecoverDeliveries } from './recover-deliveries';
import { WebhookSigning } from './signing';
import { SendTestEvent } from './test-event';

export const metadata: Metadata = { title: 'Webhooks' };

export default async function WebhooksPage() {
  const context = await getContext();
  const readDenial = await explainPageDenial(context, 'webhooks.read');
  if (readDenial !== null) return <NoAccess title="Webhooks" reason={readDenial} />;
  const [signing, endpoints] = await Promise.all([getSigningState(context), listEndpoints(context)]);
  const denial = explainDenial(context.actor, 'webhooks.manage');
  return (
    <Page
      title="Webhooks"
      summary={summarizeHealth(endpoints)}
      actions={
        <>
          <LinkButton href="/developers/webhooks/deliveries">Delivery log</LinkButton>
          <SendTestEvent denial={denial} />
        </>
      }
    >
      <DeveloperNav />
      <Section
        title="Endpoints"
        note={messages.endpoints({ hours: getEnv().TASK_RETENTION_HOURS })}
        exportedTable={{ organizationTable: 'endpoints' }}
        aside={endpoints.length > 0 ? <RecoverDeliveries endpoints={endpoints} denial={denial} /> : undefined}
      >
        {endpoints.length === 0 ? (
          <EmptyState kind="none yet" title="No endpoints yet">
            Create a task with a webhook URL. When the task completes or fails, its record is sent to that
            URL, with up to five attempts.
          </EmptyState>
        ) : (
          <EndpointsTable endpoints={endpoints} denial={denial} />
        )}
      </Section>
      <Section title="Signing">
        <WebhookSigning state={signing} denial={explainDenial(context.actor, 'signing.manage')} />
      </Section>
      <Section
        title="Example endpoint"
        note="An endpoint that verifies the signature in constant time and rejects old timestamps. It reads the secret from SIGNING_SECRET."
      >
        <ExampleEndpoint samples={webhookSamples} />
      </Section>
    </Page>
  );
}

const messages = defineMessages({
  endpoints:
    'The URLs of your tasks’ webhooks. If every delivery fails for five days, the endpoint is disabled: each new delivery is stored for {hours, plural, one {# hour} other {# hours}} instead of sent. Within that time, you can enable the endpoint and resend the stored deliveries.',
  health:
    '{sent, plural, =0 {Nothing was sent in the last 24 hours} one {# delivery sent in the last 24 hours, {acknowledged} of them acknowledged} other {# deliveries sent in the last 24 hours, {acknowledged} of them acknowledged}}{notSent, plural, =0 {} one {; # delivery was not sent} other {; # deliveries were not sent}}{disabled, plural, =0 {} one {; # endpoint is disabled} other {; # endpoints are disabled}}.',
});

function summarizeHealth(endpoints: readonly EndpointListing[]): string {
  const sum = (key: 'delivered' | 'failed' | 'notSent') =>
    endpoints.reduce((total, { day }) => total + day[key], 0);
  const [delivered, failed, notSent] = [sum('delivered'), sum('failed'), sum('notSent')];
  const disabled = endpoints.filter(({ disabledAt }) => disabledAt !== null).length;
  const sent = delivered + failed;
  return messages.health({ sent, acknowledged: formatPercent(delivered / sent), notSent, disabled });
}
