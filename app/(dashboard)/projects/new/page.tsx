import { randomUUID } from 'node:crypto';
import type { Metadata } from 'next';
import { loadAvailableProviders } from '#app/(dashboard)/developers/engines/engine-providers.ts';
import { explainPageDenial, getContext, requireSession } from '#app/session.ts';
import { NoAccess } from '#components/layout/no-access';
import { getEnv } from '#lib/core/env';
import { getCreditBalance } from '#lib/dashboard/api-credentials/api-client';
import { defaultSchedule } from '#lib/dashboard/schedules/schedule';
import { NewProject } from './new-project';

export const metadata: Metadata = { title: 'New project' };

export default async function NewProjectPage() {
  const { user, organization } = await requireSession();
  const context = await getContext();
  const denial = await explainPageDenial(context, 'projects.edit');
  if (denial !== null) return <NoAccess title="New project" reason={denial} />;
  const [creditsRemaining, providers] = await Promise.all([
    getCreditBalance(context),
    loadAvailableProviders(context),
  ]);
  const draftOwner = `${user.id} ${organization.organizationId}`;
  return (
    <NewProject
      key={draftOwner}
      draftOwner={draftOwner}
      newProjectId={randomUUID()}
      schedule={defaultSchedule}
      creditsRemaining={creditsRemaining}
      providers={providers}
      canExploreDemo={getEnv().DEMO === 'on'}
    />
  );
}
