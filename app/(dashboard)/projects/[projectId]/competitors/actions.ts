'use server';

import { type AspectSentence, listAspectSentences } from '#lib/dashboard/analytics/competitors/aspects';
import { getContext } from '../../../../session';

/** Lists the most frequent sentences of a view that praise or criticize an aspect of the brand. */
export async function listAspectSentencesAction(
  projectId: string,
  view: string,
  aspect: string,
): Promise<AspectSentence[]> {
  return listAspectSentences(await getContext(), { projectId, view, aspect });
}
