'use server';

import { redirectToReload } from '#app/shown-organization.ts';
import { requirePermission } from '#lib/core/permissions';
import { saveBranding } from '#lib/dashboard/reports/branding';
import { leaveOrganization, transferOwnership } from '#lib/service/members/members';
import { restoreOrganization, scheduleDeletion } from '#lib/service/organizations/deletion';
import { renameOrganization } from '#lib/service/organizations/organizations';
import { createAction } from '../create-action';

/** All pages are revalidated, because each shows the organization's name and scheduled deletion. */
const getRootPath = () => '/';

export const renameOrganizationAction = createAction(renameOrganization, getRootPath);
export const saveBrandingAction = createAction(saveBranding, getRootPath);
export const transferOwnershipAction = createAction(transferOwnership, getRootPath);
export const scheduleDeletionAction = createAction(scheduleDeletion, getRootPath);
export const restoreOrganizationAction = createAction(restoreOrganization, getRootPath);

/**
 * Checks the permission before the download starts. If a recent sign-in is needed, the action's error opens the
 * reauthentication dialog, which a download could not do.
 */
export const authorizeExportAction = createAction(async ({ actor }) =>
  requirePermission(actor, 'organization.export'),
);

/** Leaves the organization. */
export const leaveOrganizationAction = createAction(async (context) => {
  await leaveOrganization(context);
  redirectToReload('/');
});
