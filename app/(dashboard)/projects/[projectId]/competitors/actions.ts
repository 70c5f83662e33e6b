'use server';

import { listAspectSentences } from '#lib/dashboard/analytics/competitors/aspects';
import { createAction } from '../../../create-action';

/** Lists the most frequent sentences that praise or criticize an aspect of the brand, with the filters of the page. */
export const listAspectSentencesAction = createAction(listAspectSentences);
