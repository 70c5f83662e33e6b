'use server';

import { getRawAnswer } from '#lib/dashboard/analytics/answers/get-answer';
import { getPreviousAnswer, type PreviousAnswer } from '#lib/dashboard/analytics/answers/previous-answer';
import { getContext } from '../../../../session';

/** Returns the provider's raw result as JSON; null if the answer no longer exists. */
export async function getRawAnswerAction(projectId: string, answerId: string): Promise<string | null> {
  return getRawAnswer(await getContext(), { projectId, answerId });
}

/** Returns the previous answer of the same segment; null for the first. */
export async function getPreviousAnswerAction(
  projectId: string,
  answerId: string,
): Promise<PreviousAnswer | null> {
  return getPreviousAnswer(await getContext(), { projectId, answerId });
}
