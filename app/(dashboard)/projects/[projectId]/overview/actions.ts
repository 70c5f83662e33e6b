'use server';

import { revalidatePath } from 'next/cache';
import type { WholeAnswer } from '#components/answers/facts';
import type { CitingFacts } from '#components/overview/facts';
import { answersCiting } from '#lib/dashboard/analytics/answers-citing';
import { parseFilters } from '#lib/dashboard/analytics/filters';
import { createShare } from '#lib/dashboard/shares/create-share';
import { revokeShare } from '#lib/dashboard/shares/revoke-share';
import type { ShareInput } from '#lib/dashboard/shares/share-input';
import { currentContext } from '../../../../session';
import { type ActionResult, act } from '../../../act';
import { wholeAnswer } from '../../../whole-answer';

/** One whole answer for the sheet; null when it is gone. */
export async function readAnswer(projectId: string, answerId: string): Promise<WholeAnswer | null> {
  return wholeAnswer(await currentContext(), { projectId, answerId });
}

/** The newest answers of this view that cite a domain. */
export async function readCiting(projectId: string, view: string, domain: string): Promise<CitingFacts[]> {
  const context = await currentContext();
  const filters = parseFilters(projectId, new URLSearchParams(view), context.clock);
  return answersCiting(context, filters, { domain });
}

/** A new link to this view; its token is in the path and told this once. */
export async function share(projectId: string, bound: ShareInput): Promise<ActionResult<{ path: string }>> {
  return act(async (context) => {
    const { token } = await createShare(context, { ...bound, projectId });
    revalidatePath(`/projects/${projectId}/overview`);
    return { path: `/share/${token}` };
  });
}

export async function closeShare(projectId: string, shareId: string): Promise<ActionResult<void>> {
  return act(async (context) => {
    await revokeShare(context, { projectId, shareId });
    revalidatePath(`/projects/${projectId}/overview`);
  });
}
