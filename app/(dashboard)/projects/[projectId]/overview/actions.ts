'use server';

import { revalidatePath } from 'next/cache';
import type { AnswerContent } from '#components/answers/answer-loaders';
import { type CitingAnswer, listCitingAnswers } from '#lib/dashboard/analytics/answers/citing-answers';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { createShare, revokeShare, type ShareInput } from '#lib/dashboard/shares/shares';
import { getContext } from '../../../../session';
import { getAnswerContent } from '../../../get-answer-content';
import { type ActionResult, runAction } from '../../../run-action';

/** Returns an answer; null if it no longer exists. */
export async function getAnswerAction(projectId: string, answerId: string): Promise<AnswerContent | null> {
  return getAnswerContent(await getContext(), { projectId, answerId });
}

/** Lists the newest answers of a view that cite a domain. */
export async function listCitingAnswersAction(
  projectId: string,
  view: string,
  domain: string,
): Promise<CitingAnswer[]> {
  const context = await getContext();
  const filters = parseFilters(projectId, new URLSearchParams(view), context.clock);
  return listCitingAnswers(context, filters, { domain });
}

/** Creates a share link. @returns its path with the token, which is shown only once */
export async function createShareAction(
  projectId: string,
  bound: ShareInput,
): Promise<ActionResult<{ path: string }>> {
  return runAction(async (context) => {
    const { token } = await createShare(context, { ...bound, projectId });
    revalidatePath(`/projects/${projectId}/overview`);
    return { path: `/share/${token}` };
  });
}

export async function revokeShareAction(projectId: string, shareId: string): Promise<ActionResult<void>> {
  return runAction(async (context) => {
    await revokeShare(context, { projectId, shareId });
    revalidatePath(`/projects/${projectId}/overview`);
  });
}
