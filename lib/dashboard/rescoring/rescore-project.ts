import { removeOldDefinitions } from '#lib/dashboard/rescoring/remove-old-definitions';
import { rescorePage } from '#lib/dashboard/rescoring/rescore-page';
import { showDefinition } from '#lib/dashboard/rescoring/show-definition';
import type { Context } from '#lib/db/context';

/**
 * Scores all answers of a project by its present brands into rows of a definition of its own, page by page, shows
 * that definition in place of the old one in one transaction, then removes the old rows. Every page is a
 * transaction, with the place it came to: ended anywhere it goes on there, several at once share the pages, and a
 * further change of brands begins anew. What comes in meanwhile is scored by ingestion (`readDefinitions`).
 * @returns answers scored by this call
 */
export async function rescoreProject(
  context: Context,
  { projectId, signal, answersAtOnce }: { projectId: string; signal?: AbortSignal; answersAtOnce?: number },
): Promise<number> {
  let answers = 0;
  while (!signal?.aborted) {
    const scored = await rescorePage(context, { projectId, answersAtOnce });
    if (scored === undefined) break;
    answers += scored;
    if (scored > 0) continue;
    if (await showDefinition(context, projectId)) break;
  }
  if (!signal?.aborted) await removeOldDefinitions(context, projectId, signal);
  return answers;
}
