import type { WholeAnswer } from '#components/answers/facts';
import { ServiceError } from '#lib/core/errors';
import { answer } from '#lib/dashboard/analytics/answer';
import type { Context } from '#lib/dashboard/session/dependencies';

/** What the sheet shows of an answer, without the engine's raw result; null when there is no such answer. */
export async function getAnswerDetail(
  context: Context,
  question: { projectId: string; answerId: string },
): Promise<WholeAnswer | null> {
  try {
    const { runId: _run, status: _status, result: _result, ...whole } = await answer(context, question);
    return whole;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'RESOURCE_NOT_FOUND') return null;
    throw error;
  }
}
