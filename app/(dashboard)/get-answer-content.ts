import type { AnswerContent } from '#components/answers/answer-loaders';
import { ServiceError } from '#lib/core/errors';
import { getAnswer } from '#lib/dashboard/analytics/answers/get-answer';
import type { Context } from '#lib/dashboard/session/dependencies';

/** What the sheet shows of an answer, without the engine's raw result; null when there is no such answer. */
export async function getAnswerContent(
  context: Context,
  question: { projectId: string; answerId: string },
): Promise<AnswerContent | null> {
  try {
    const { runId: _run, status: _status, result: _result, ...whole } = await getAnswer(context, question);
    return whole;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'RESOURCE_NOT_FOUND') return null;
    throw error;
  }
}
