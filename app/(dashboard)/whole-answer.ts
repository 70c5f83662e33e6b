import type { WholeAnswer } from '#components/overview/facts';
import { ServiceError } from '#lib/core/errors';
import type { Context } from '#lib/dashboard/access/place';
import { answer } from '#lib/dashboard/metrics/answer';

/** What the sheet shows of an answer, without the engine's raw result; null when there is no such answer. */
export async function wholeAnswer(
  context: Context,
  question: { projectId: string; answerId: string },
): Promise<WholeAnswer | null> {
  try {
    const { id, prompt, text, model, searchQueries, mentions, brands, sources } = await answer(
      context,
      question,
    );
    return { id, prompt, text, model, searchQueries, mentions, brands, sources };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'RESOURCE_NOT_FOUND') return null;
    throw error;
  }
}
