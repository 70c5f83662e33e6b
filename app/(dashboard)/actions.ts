'use server';

import { revalidatePath } from 'next/cache';
import { redirect, unstable_rethrow } from 'next/navigation';
import { ServiceError } from '#lib/core/errors';
import { switchOrganization } from '../session';

/** Looks at another of the reader's organizations from now on, from its start; at the present one if it is none of them. */
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
