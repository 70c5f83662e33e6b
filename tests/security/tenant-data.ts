import { addNote } from '#lib/dashboard/annotations/notes';
import { createExperiment } from '#lib/dashboard/experiments/experiments';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { startRun } from '#lib/dashboard/runs/run-store';
import { saveView } from '#lib/dashboard/saved-views/saved-views';
import { createShare } from '#lib/dashboard/shares/shares';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { inviteMember } from '#lib/service/members/invitations';
import { startTestApp, type Tenant, type TestApp } from './test-app';

/** Ids of what a tenant has, one of each kind. */
export type TenantData = Record<
  'share' | 'key' | 'invitation' | 'run' | 'prompt' | 'brand' | 'note' | 'view' | 'experiment',
  string
>;

export const view = { name: 'A view', screen: 'overview', query: '' };
export const experiment = { name: 'A change', what: 'A page', changedOn: '2026-03-01' };

/** Makes one of everything in a tenant's project. What others could read of it is called Fjordwing. */
async function thingsOf({ owner, project }: Tenant): Promise<TenantData> {
  const projectId = project.id;
  const run = await startRun(owner, {
    projectId,
    kind: 'manual',
    engines: ['gen'],
    countries: ['US'],
    samples: 1,
  });
  const prompt = (await listPrompts(owner, { projectId }))[0]?.id ?? '';
  return {
    share: (await createShare(owner, { projectId })).id,
    key: (await createApiKey(owner, { name: 'theirs' })).id,
    invitation: (await inviteMember(owner, { role: 'editor' })).id,
    run: run?.runId ?? '',
    prompt,
    brand: project.competitors[0]?.id ?? '',
    note: (await addNote(owner, { projectId, note: { day: '2026-03-01', text: 'Fjordwing' } })).id,
    view: (await saveView(owner, { projectId, view: { ...view, name: 'Fjordwing' } })).id,
    experiment: (
      await createExperiment(owner, {
        projectId,
        experiment: { ...experiment, name: 'Fjordwing', promptIds: [prompt] },
      })
    ).id,
  };
}

/** An id of nothing. */
export const missing = '01234567-89ab-4cde-8f01-23456789abcd';

/** Two tenants on one instance, and what of the second's is `foreign` to the first. */
export interface TwoTenants {
  stage: TestApp;
  ours: Tenant;
  theirs: Tenant;
  foreign: TenantData;
}

/** Starts an instance with two tenants. */
export async function startTwoTenants(): Promise<TwoTenants> {
  const stage = await startTestApp();
  const ours = await stage.createTenant();
  const theirs = await stage.createTenant();
  return { stage, ours, theirs, foreign: await thingsOf(theirs) };
}
