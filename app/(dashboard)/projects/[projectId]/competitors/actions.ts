'use server';

import { createAction } from '#app/(dashboard)/create-action.ts';
import { listAspectSentences } from '#lib/dashboard/analytics/competitors/aspects';

export const listAspectSentencesAction = createAction(listAspectSentences);
