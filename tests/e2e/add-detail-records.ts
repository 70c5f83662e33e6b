import { addDays, toUtcDay } from '#lib/core/time';
import { createRecommendedAlerts } from '#lib/dashboard/alerts/alerts';
import type { AlertEvidence } from '#lib/dashboard/alerts/conditions/condition';
import { createChannel } from '#lib/dashboard/alerts/messages/channels';
import { createSubscription, listSubscriptions } from '#lib/dashboard/subscriptions/subscriptions';
import type { Context } from '#lib/db/context';
import { createRecipientToken } from '#lib/email/recipients/recipient-token';
import { inviteMember } from '#lib/service/members/invitations';
import { createToken } from '#lib/service/users/account-tokens';
import { weeklySubscription } from '#tests/support/reports';
import type { RecordIds } from './screens/screen';

/** Adds one record for each of the detail pages: an alert event, a delivery, and emailed links. */
export async function addDetailRecords(
  context: Context,
  { projectId, reportId }: { projectId: string; reportId: string },
): Promise<RecordIds> {
  const { rows } = await context.db.$client.query('SELECT id AS "userId", email FROM users');
  const { userId, email } = rows[0];
  await createSubscription(context, {
    projectId,
    reportId,
    ...weeklySubscription,
    recipients: ['ada@kelpcraft.example'],
  });
  const [subscription] = await listSubscriptions(context, { projectId, reportId });
  return {
    alertEventId: await addAlertEvent(context, projectId),
    deliveryId: await addDelivery(context),
    invitationToken: (await inviteMember(context, { role: 'editor' })).token,
    emailToken: (await createToken(context, { userId, purpose: 'email', email: 'ada@kelpcraft.example' }))
      .token,
    resetToken: (await createToken(context, { userId, purpose: 'password-reset', email })).token,
    recipientToken: createRecipientToken({
      organizationId: context.organizationId,
      id: subscription?.recipients[0]?.id ?? '',
      email: 'ada@kelpcraft.example',
    }),
  };
}

async function addAlertEvent(context: Context, projectId: string): Promise<string> {
  await createRecommendedAlerts(context, { projectId });
  await createChannel(context, {
    projectId,
    kind: 'webhook',
    target: 'https://hooks.kelpcraft.example/alerts',
  });
  const from = addDays(toUtcDay(new Date()), -9);
  const changedOn = addDays(from, 6);
  const evidence: AlertEvidence = {
    summary: 'Visibility fell from 41% to 28% of answers.',
    details: [{ label: 'Answers since the change', value: '180' }],
    numbers: {
      before: 0.41,
      after: 0.28,
      difference: -0.13,
      low: -0.2,
      high: -0.06,
      answersBefore: 300,
      answersAfter: 180,
      baselineFrom: from,
      changedOn,
    },
    chart: {
      unit: 'share',
      from,
      values: [0.42, 0.4, 0.41, null, 0.43, 0.39, 0.3, 0.27, 0.28],
      answers: [60, 60, 60, 0, 60, 60, 60, 60, 60],
      averages: [0.41, 0.41, 0.41, 0.41, 0.41, 0.41, 0.3, 0.285, 0.28],
      boundaries: [null, null, null, null, null, null, 0.24, 0.29, 0.31],
    },
    view: { page: 'overview', query: '' },
  };
  const { rows } = await context.db.$client.query(
    `INSERT INTO alert_events (organization_id, project_id, alert_id, kind, condition, evidence, occurred_at)
     SELECT organization_id, project_id, id, 'raised', condition, $3, now()
     FROM alerts WHERE organization_id = $1 AND project_id = $2 AND condition->>'kind' = 'metric' RETURNING id`,
    [context.organizationId, projectId, JSON.stringify(evidence)],
  );
  return rows[0].id;
}

/** Adds a delivery whose only attempt failed. */
async function addDelivery({ db, organizationId }: Context): Promise<string> {
  const { rows } = await db.$client.query(
    `INSERT INTO deliveries (organization_id, task_id, url, body, status, completed_at)
     VALUES ($1, gen_random_uuid(), 'https://hooks.kelpcraft.example/answers', '{"status":"COMPLETED"}', 'failed', now())
     RETURNING id`,
    [organizationId],
  );
  await db.$client.query(
    `INSERT INTO delivery_attempts
       (organization_id, delivery_id, attempt, started_at, duration_ms, status_code, error, request_headers, response_headers, response_body)
     VALUES ($1, $2, 1, now(), 240, 503, 'The endpoint responded with 503.',
       '{"content-type":"application/json"}', '{"content-type":"text/plain"}', 'Try again later.')`,
    [organizationId, rows[0].id],
  );
  return rows[0].id;
}
