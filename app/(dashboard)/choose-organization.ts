'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { chooseOrganization } from '../session';

/** Looks at another of the reader's organizations from now on, from its start. */
export async function chooseOrganizationAction(organizationId: string): Promise<void> {
  await chooseOrganization(organizationId);
  revalidatePath('/', 'layout');
  redirect('/');
}
