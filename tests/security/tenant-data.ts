import { createAlert } from '#lib/dashboard/alerts/alerts';
import { createChannel } from '#lib/dashboard/alerts/messages/channels';
import { addNote } from '#lib/dashboard/annotations/annotations';
import { createExperiment } from '#lib/dashboard/experiments/experiments';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { startRun } from '#lib/dashboard/runs/run-store';
import { saveView } from '#lib/dashboard/saved-views/saved-views';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { inviteMember } from '#lib/service/members/invitations';
import { shareOverview } from '#tests/support/reports';
import { startTestApp, type Tenant, type TestApp } from './test-app';

/** IDs of a tenant's data, one of each kind. */
export type TenantIds = Record<
  | 'share'
  | 'report'
  | 'key'
  | 'invitation'
  | 'run'
  | 'prompt'
  | 'brand'
  | 'note'
  | 'view'
  | 'experiment'
  | 'alert'
  | 'alertEvent'
  | 'channel'
  | 'delivery'
  | 'endpoint',
  string
>;

export const view = { name: 'A view', page: 'overview', query: '' };
export const alert = { condition: { kind: 'page-lost' as const } };
export const channel = { kind: 'email' as const, target: 'alerts@fjordwing.example' };
export const experiment = { name: 'A change', description: 'A page', changedOn: '2026-03-01' };

/** Creates one record of each kind in a tenant's project. Most texts contain Fjordwing, which tests search for in responses. */
async function createTenantData({ owner, project }: Tenant): Promise<TenantIds> {
  const projectId = project.id;
  const run = await startRun(owner, {
    projectId,
    kind: 'manual',
    engines: ['gen'],
    countries: ['US'],
    samples: 1,
  });
  const { rows } = await owner.db.$client.query(
    `INSERT INTO deliveries (organization_id, task_id, url, body, status, completed_at)
     VALUES ($1, gen_random_uuid(), 'https://fjordwing.example/Fjordwing', '"Fjordwing"', 'failed', now())
     RETURNING id AS delivery, endpoint_id AS endpoint`,
    [owner.organizationId],
  );
  await owner.db.$client.query(
    `INSERT INTO webhook_endpoints (organization_id, id, label, disabled_at) VALUES ($1, $2, 'Fjordwing', now())`,
    [owner.organizationId, rows[0].endpoint],
  );
  const alertId = (await createAlert(owner, { projectId, ...alert })).id;
  const evidence = {
    summary: 'Fjordwing',
    details: [],
    numbers: null,
    view: { page: 'overview', query: '' },
  };
  const events = await owner.db.$client.query(
    `INSERT INTO alert_events (organization_id, project_id, alert_id, kind, condition, evidence, occurred_at)
     VALUES ($1, $2, $3, 'raised', $4, $5, now()) RETURNING id`,
    [owner.organizationId, projectId, alertId, JSON.stringify(alert.condition), JSON.stringify(evidence)],
  );
  const prompt = (await listPrompts(owner, { projectId }))[0]?.id ?? '';
  const share = await shareOverview(owner, { projectId });
  return {
    share: share.id,
    report: share.reportId,
    key: (await createApiKey(owner, { name: 'Other tenant' })).id,
    invitation: (await inviteMember(owner, { role: 'editor' })).id,
    run: run?.runId ?? '',
    delivery: rows[0].delivery,
    endpoint: rows[0].endpoint,
    prompt,
    brand: project.competitors[0]?.id ?? '',
    note: (await addNote(owner, { projectId, day: '2026-03-01', text: 'Fjordwing' })).id,
    view: (await saveView(owner, { projectId, ...view, name: 'Fjordwing' })).id,
    experiment: (
      await createExperiment(owner, {
        projectId,
        ...experiment,
        name: 'Fjordwing',
        promptIds: [prompt],
      })
    ).id,
    alert: alertId,
    alertEvent: events.rows[0].id,
    channel: (await createChannel(owner, { projectId, ...channel })).id,
  };
}

/** An ID that does not exist. */
export const missingId = '01234567-89ab-4cde-8f01-23456789abcd';

export const missingIds: TenantIds = {
  share: missingId,
  report: missingId,
  key: missingId,
  invitation: missingId,
  run: missingId,
  prompt: missingId,
  brand: missingId,
  note: missingId,
  view: missingId,
  experiment: missingId,
  alert: missingId,
  alertEvent: missingId,
  channel: missingId,
  delivery: missingId,
  endpoint: missingId,
};

/** Two tenants of one instance, with the IDs of the second one's data. */
export interface TwoTenants {
  app: TestApp;
  tenant: Tenant;
  otherTenant: Tenant;
  otherIds: TenantIds;
}

/** Starts an instance with two tenants. */
export async function startTwoTenants(
  env: Record<string, string> = {},
  options: { host?: string } = {},
): Promise<TwoTenants> {
  const app = await startTestApp({ ...options, env: { CHROMIUM_PATH: '/missing/chromium', ...env } });
  const tenant = await app.createTenant();
  const otherTenant = await app.createTenant();
  return { app, tenant, otherTenant, otherIds: await createTenantData(otherTenant) };
}
