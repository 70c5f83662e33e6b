'use server';

import type { AnswerBefore } from '#components/answers/facts';
import { previousAnswer } from '#lib/dashboard/analytics/previous-answer';
import { rawAnswer } from '#lib/dashboard/analytics/raw-answer';
import { currentContext } from '../../../../session';

/** The engine's result of an answer as received, as JSON; null when it is gone. */
export async function readRawAnswer(projectId: string, answerId: string): Promise<string | null> {
  return rawAnswer(await currentContext(), { projectId, answerId });
}

/** What the same cell was answered before this answer; null where it is the first. */
export async function readAnswerBefore(projectId: string, answerId: string): Promise<AnswerBefore | null> {
  return previousAnswer(await currentContext(), { projectId, answerId });
}
