'use server';

import type { AnswerBefore } from '#components/answers/facts';
import { previousAnswer } from '#lib/dashboard/analytics/previous-answer';
import { rawAnswer } from '#lib/dashboard/analytics/raw-answer';
import { getContext } from '../../../../session';

/** The engine's result of an answer as received, as JSON; null when it is gone. */
export async function getRawAnswerAction(projectId: string, answerId: string): Promise<string | null> {
  return rawAnswer(await getContext(), { projectId, answerId });
}

/** What the same cell was answered before this answer; null where it is the first. */
export async function getPreviousAnswerAction(
  projectId: string,
  answerId: string,
): Promise<AnswerBefore | null> {
  return previousAnswer(await getContext(), { projectId, answerId });
}
