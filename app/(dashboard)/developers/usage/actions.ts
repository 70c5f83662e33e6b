'use server';

import { createAction } from '#app/(dashboard)/create-action.ts';
import { clearQueue } from '#lib/service/tasks/queue';

/** Deletes all queued tasks. @returns the number of deleted tasks */
export const clearQueueAction = createAction(clearQueue, () => '/developers');
