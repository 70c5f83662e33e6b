import { ServiceError } from '#lib/core/errors';
import type { Context } from '#lib/dashboard/access/place';
import { answer } from '#lib/dashboard/metrics/answer';

/** What names the answer of a link, so that its drawer has its title from the first; undefined where it is gone. */
export async function linkedAnswer(context: Context, asked: { projectId: string; answerId: string }) {
  try {
    const { id, prompt, engine, country, askedAt } = await answer(context, asked);
    return { id, prompt, engine, country, askedAt };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'RESOURCE_NOT_FOUND') return undefined;
    throw error;
  }
}
