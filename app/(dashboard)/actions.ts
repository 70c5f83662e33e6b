'use server';

import { unstable_rethrow } from 'next/navigation';
import { ServiceError } from '#lib/core/errors';
import { switchOrganization } from '../session';
import { redirectToReload } from '../shown-organization';

/**
 * Switches to another organization of the user; stays with the current one if the user is not a member. The browser then
 * loads the start page anew, so that it keeps nothing of the other organization.
 */
export async function switchOrganizationAction(organizationId: string): Promise<void> {
  try {
    await switchOrganization(organizationId);
  } catch (error) {
    unstable_rethrow(error);
    if (!(error instanceof ServiceError)) throw error;
  }
  redirectToReload('/');
}
