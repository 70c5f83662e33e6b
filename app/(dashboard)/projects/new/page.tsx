import { randomUUID } from 'node:crypto';
import type { Metadata } from 'next';
import { creditsLeft } from '#lib/dashboard/api-credentials/credits-left';
import { proposedSchedule } from '#lib/dashboard/schedules/proposed-schedule';
import { currentContext, requireSession } from '../../../session';
import { NewProject } from './new-project';

export const metadata: Metadata = { title: 'New project' };

/** From a website to a first live run, in four steps. */
export default async function NewProjectPage() {
  const { user, organization } = await requireSession();
  const drafter = `${user.id} ${organization.organizationId}`;
  return (
    <NewProject
      key={drafter}
      drafter={drafter}
      newProjectId={randomUUID()}
      schedule={proposedSchedule}
      creditsRemaining={await creditsLeft(await currentContext())}
    />
  );
}
