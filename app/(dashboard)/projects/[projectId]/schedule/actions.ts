'use server';

import { createProjectEditAction } from '#app/(dashboard)/create-action.ts';
import { setTimeZone } from '#lib/dashboard/rescoring/set-time-zone';
import { saveBudgets } from '#lib/dashboard/runs/budgets';
import { retryItems } from '#lib/dashboard/runs/failed-items';
import { runNow } from '#lib/dashboard/runs/run-now';
import { saveSchedule } from '#lib/dashboard/schedules/save-schedule';

export const saveScheduleAction = createProjectEditAction(saveSchedule);
export const saveBudgetsAction = createProjectEditAction(saveBudgets);
export const setTimeZoneAction = createProjectEditAction(setTimeZone);
export const runNowAction = createProjectEditAction(runNow);
export const retryItemsAction = createProjectEditAction(retryItems);
