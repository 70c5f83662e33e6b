import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { getEnv } from '#lib/core/env';
import { log } from '#lib/core/log';
import { defineMessages } from '#lib/core/messages';
import { recordAudit } from '#lib/db/audit-log';
import { type Context, createOperatorContext } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { organizations } from '#lib/db/schema/organizations';
import { webhookEndpoints } from '#lib/db/schema/webhooks';
import { quoteName, withoutLinks } from '#lib/email/quote-text';
import { notifyMembers } from '#lib/service/organizations/notify-members';
import type { FailingEndpoint } from '#lib/service/webhooks/settle-deliveries';

/**
 * Disables an endpoint, unless another worker has already done so or a delivery has succeeded in the meantime. While it
 * is disabled, its deliveries get the status `not_sent`. The owners are notified by email.
 */
export async function disableFailingEndpoint(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { organizationId, endpointId }: FailingEndpoint,
): Promise<void> {
  await withOrganization(createOperatorContext({ db, clock }, organizationId), async (tx) => {
    const { label, disabledAt, failingSince } = webhookEndpoints;
    const [endpoint] = await tx.db
      .update(webhookEndpoints)
      .set({ disabledAt: clock.now(), noticeClosedAt: null })
      .where(
        and(
          hasValues(webhookEndpoints, { organizationId, id: endpointId }),
          isNull(disabledAt),
          isNotNull(failingSince),
        ),
      )
      .returning({ label, failingSince });
    if (!endpoint) return;
    await recordAudit(tx, {
      action: 'endpoint.disabled',
      target: endpoint.label,
      targetId: endpointId,
      after: { failingSince: endpoint.failingSince },
    });
    await notifyOwners(tx, endpoint.label);
    log.warn({ organizationId, endpointId }, 'webhook endpoint disabled');
  });
}

const messages = defineMessages({
  subject: 'Webhook endpoint of {organization} disabled – Answerscope',
  disabled: 'Every delivery to {endpoint} failed for five days, so this endpoint was disabled.',
  stored:
    'New deliveries to it aren’t sent. They’re stored for {hours, plural, one {# hour} other {# hours}}. Fix the endpoint and enable it within that time to resend them.',
});

async function notifyOwners(context: Context, label: string): Promise<void> {
  const { db, organizationId } = context;
  const [organization] = await db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  const { APP_URL, TASK_RETENTION_HOURS } = getEnv();
  await notifyMembers(context, ['owner'], {
    organizationId,
    subject: messages.subject({ organization: quoteName(organization?.name ?? '') }),
    paragraphs: [
      messages.disabled({ endpoint: withoutLinks(label) }),
      messages.stored({ hours: TASK_RETENTION_HOURS }),
    ],
    action: { label: 'Review endpoints', url: `${APP_URL}/developers/webhooks` },
  });
}
