import { getOrCreateOverviewReport } from '#lib/dashboard/reports/create-report';
import { type OpenedShare, openShare } from '#lib/dashboard/shares/open-share';
import { createShare, type ShareInput } from '#lib/dashboard/shares/shares';
import type { SubscriptionInput } from '#lib/dashboard/subscriptions/subscription-input';
import type { Context } from '#lib/db/context';

/** Shares the overview of a project: creates its report, unless there is one, and a link. */
export async function shareOverview(
  context: Context,
  { projectId, filters = '', ...share }: { projectId: string; filters?: string } & ShareInput,
): Promise<{ id: string; token: string; reportId: string }> {
  const { id: reportId } = await getOrCreateOverviewReport(context, { projectId, filters });
  return { ...(await createShare(context, { projectId, reportId, ...share })), reportId };
}

/** Opens a link that needs no password or click, or for which `unlockShare` returned `proof`. */
export async function openUnlocked(
  context: Context,
  link: { token: string; proof?: string },
): Promise<OpenedShare> {
  const share = await openShare(context, link);
  if (share?.state !== 'open') throw new Error('The link does not open.');
  return share;
}

/** Creates the actor of a share link without options. */
export const createShareActor = (id: string) =>
  ({
    kind: 'share',
    shareId: id,
    reportId: id,
    allowsDownloads: false,
    showsNotes: false,
  }) as const;

/** A subscription to a report every Monday at 8:00 UTC, with CSV files but without recipients. */
export const weeklySubscription: Omit<SubscriptionInput, 'recipients'> = {
  cadence: 'weekly',
  timeZone: 'UTC',
  time: '08:00',
  weekday: 1,
  dayOfMonth: 1,
  attachment: 'csv',
  skipsUnchanged: false,
};
