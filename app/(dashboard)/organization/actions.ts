'use server';

import { redirect } from 'next/navigation';
import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { saveBranding } from '#lib/dashboard/reports/branding';
import { removeMember, transferOwnership } from '#lib/service/members/members';
import { restoreOrganization, scheduleDeletion } from '#lib/service/organizations/deletion';
import { renameOrganization } from '#lib/service/organizations/organizations';
import { createAction } from '../create-action';

/** All pages are revalidated, because each shows the organization's name and scheduled deletion. */
const getRootPath = () => '/';

export const renameOrganizationAction = createAction(renameOrganization, getRootPath);
export const saveBrandingAction = createAction(saveBranding, getRootPath);
export const transferOwnershipAction = createAction(transferOwnership, getRootPath);
export const scheduleDeletionAction = createAction(
  async (context, input: { name: string }) => void (await scheduleDeletion(context, input)),
  getRootPath,
);
export const restoreOrganizationAction = createAction((context) => restoreOrganization(context), getRootPath);

/**
 * Checks the permission before the download starts. If a recent sign-in is needed, the action's error opens the
 * reauthentication dialog, which a download could not do.
 */
export const authorizeExportAction = createAction(async ({ actor }) =>
  requirePermission(actor, 'organization.export'),
);

/** Leaves the organization that the page shows; fails if another tab has switched to a different one. */
export const leaveOrganizationAction = createAction(
  async (context, { organizationId }: { organizationId: string }) => {
    const { actor } = context;
    if (organizationId !== context.organizationId || actor.kind !== 'member') {
      throw new ServiceError('RESOURCE_NOT_FOUND', {
        message: 'You have switched to another organization. Reload the page and try again.',
      });
    }
    await removeMember(context, { userId: actor.userId });
    redirect('/');
  },
);
