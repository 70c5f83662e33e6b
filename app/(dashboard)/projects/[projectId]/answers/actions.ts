'use server';

import type { PreviousAnswer } from '#lib/dashboard/analytics/previous-answer';
import { getPreviousAnswer } from '#lib/dashboard/analytics/previous-answer';
import { getRawAnswer } from '#lib/dashboard/analytics/raw-answer';
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
