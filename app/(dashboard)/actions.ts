'use server';

import { revalidatePath } from 'next/cache';
import { redirect, unstable_rethrow } from 'next/navigation';
import { ServiceError } from '#lib/core/errors';
import { switchOrganization } from '../session';

/** Switches to another organization of the user; stays with the current one if the user is not a member. */
export async function switchOrganizationAction(organizationId: string): Promise<void> {
  try {
    await switchOrganization(organizationId);
  } catch (error) {
    unstable_rethrow(error);
    if (!(error instanceof ServiceError)) throw error;
  }
  revalidatePath('/', 'layout');
  redirect('/');
}
