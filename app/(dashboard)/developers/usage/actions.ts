'use server';

import { clearQueueAsMember } from '#lib/service/tasks/queue';
import { createAction } from '../../run-action';

/** Deletes all queued tasks. @returns how many */
export const clearQueueAction = createAction(clearQueueAsMember, () => '/developers');
