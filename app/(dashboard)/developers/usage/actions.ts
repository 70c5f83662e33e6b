'use server';

import { clearQueueAsMember } from '#lib/service/tasks/queue';
import { createAction } from '../../create-action';

/** Deletes all queued tasks. @returns the number of deleted tasks */
export const clearQueueAction = createAction(clearQueueAsMember, () => '/developers');
