import { randomUUID } from 'node:crypto';
import type { Metadata } from 'next';
import { getCreditBalance } from '#lib/dashboard/api-credentials/api-credentials';
import { defaultSchedule } from '#lib/dashboard/schedules/schedule';
import { getContext, requireSession } from '../../../session';
import { NewProject } from './new-project';

export const metadata: Metadata = { title: 'New project' };

export default async function NewProjectPage() {
  const { user, organization } = await requireSession();
  const draftOwner = `${user.id} ${organization.organizationId}`;
  return (
    <NewProject
      key={draftOwner}
      draftOwner={draftOwner}
      newProjectId={randomUUID()}
      schedule={defaultSchedule}
      creditsRemaining={await getCreditBalance(await getContext())}
    />
  );
}
