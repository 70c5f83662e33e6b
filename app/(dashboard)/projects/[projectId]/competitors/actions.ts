'use server';

import { listAspectSentences } from '#lib/dashboard/analytics/competitors/aspects';
import { createAction } from '../../../run-action';

/** Lists the most frequent sentences of a view that praise or criticize an aspect of the brand. */
export const listAspectSentencesAction = createAction(listAspectSentences);
