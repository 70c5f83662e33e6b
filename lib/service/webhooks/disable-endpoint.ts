import { and, isNotNull, isNull } from 'drizzle-orm';
import { getEnv } from '#lib/core/env';
import { log } from '#lib/core/log';
import { recordAudit } from '#lib/db/audit-log';
import { type Context, createOperatorContext, hasValues, scoped } from '#lib/db/client';
import { webhookEndpoints } from '#lib/db/schema/webhooks';
import { announce } from '#lib/service/organizations/announce';
import type { FailingEndpoint } from '#lib/service/webhooks/settle-deliveries';

/**
 * Disables an endpoint, unless another worker has done so or a delivery has succeeded meanwhile: from now on its
 * deliveries are kept as not sent. The owners are told by e-mail.
 */
export async function disableFailingEndpoint(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { organizationId, endpointId }: FailingEndpoint,
): Promise<void> {
  await scoped(createOperatorContext({ db, clock }, organizationId), async (scope) => {
    const { label, disabledAt, failingSince } = webhookEndpoints;
    const [endpoint] = await scope.db
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
    await recordAudit(scope, {
      action: 'endpoint.disabled',
      target: endpoint.label,
      targetId: endpointId,
      after: { failingSince: endpoint.failingSince },
    });
    await notifyOwners(scope, endpoint.label);
    log.warn({ organizationId, endpointId }, 'webhook endpoint disabled');
  });
}

function notifyOwners(context: Context, label: string): Promise<void> {
  return announce(context, ['owner'], {
    organizationId: context.organizationId,
    subject: 'A webhook endpoint was disabled',
    paragraphs: [
      `Every delivery to ${label} failed for five days, so this endpoint was disabled.`,
      'New deliveries to it are kept as not sent, but only as long as finished tasks. Fix the endpoint, then enable it and recover its deliveries.',
    ],
    action: { label: 'Review endpoints', url: `${getEnv().APP_URL}/developers/webhooks` },
  });
}
