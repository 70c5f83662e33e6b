'use server';

import { revalidatePath } from 'next/cache';
import { setDomainType } from '#lib/dashboard/projects/set-domain-type';
import { type ActionResult, runAction } from '../../../run-action';

/** Corrects the type of a domain in this project; null resets it. */
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
