'use server';

import { revalidatePath } from 'next/cache';
import { setDomainType } from '#lib/dashboard/projects/set-domain-type';
import { type ActionResult, runAction } from '../../../run-action';

/** Says what kind of site a domain is in all figures of the project; null takes the correction back. */
export async function correctDomainTypeAction(
  projectId: string,
  domain: string,
  type: string | null,
): Promise<ActionResult<void>> {
  return runAction(async (context) => {
    await setDomainType(context, { projectId, domain, type });
    revalidatePath(`/projects/${projectId}`, 'layout');
  });
}
