'use server';

import { getRawAnswer } from '#lib/dashboard/analytics/answers/get-answer';
import { getPreviousAnswer, type PreviousAnswer } from '#lib/dashboard/analytics/answers/previous-answer';
import { getContext } from '../../../../session';

/** The engine's result of an answer as received, as JSON; null when it is gone. */
export async function getRawAnswerAction(projectId: string, answerId: string): Promise<string | null> {
  return getRawAnswer(await getContext(), { projectId, answerId });
}

/** What the same cell was answered before this answer; null where it is the first. */
export async function getPreviousAnswerAction(
  projectId: string,
  answerId: string,
): Promise<PreviousAnswer | null> {
  return getPreviousAnswer(await getContext(), { projectId, answerId });
}
