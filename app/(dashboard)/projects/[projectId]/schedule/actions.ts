'use server';

import { saveBudgets } from '#lib/dashboard/runs/budgets';
import { retryItems } from '#lib/dashboard/runs/failed-items';
import { startRun } from '#lib/dashboard/runs/run-store';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { saveSchedule } from '#lib/dashboard/schedules/schedules';
import { createProjectEditAction } from '../../../create-action';

export const saveScheduleAction = createProjectEditAction(saveSchedule);

/** Sets the monthly budgets of a project and its schedule. */
export const saveBudgetsAction = createProjectEditAction(saveBudgets);

interface RunNowInput {
  projectId: string;
  /** ID of the new run, so that a repeated request creates it only once. */
  runId: string;
  schedule: Pick<ScheduleDraft, 'engines' | 'countries' | 'samples' | 'addOns'>;
}

export const runNowAction = createProjectEditAction(
  async (context, { projectId, runId, schedule }: RunNowInput) => {
    const { engines, countries, samples, addOns } = { ...schedule };
    await startRun(context, { projectId, id: runId, kind: 'manual', engines, countries, samples, addOns });
  },
);

/** Retries the items of a run that failed or were not sent. @returns the ID of the new run */
export const retryItemsAction = createProjectEditAction(retryItems);
