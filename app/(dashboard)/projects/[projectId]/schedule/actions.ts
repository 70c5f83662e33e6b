'use server';

import { revalidatePath } from 'next/cache';
import { ServiceError } from '#lib/core/errors';
import { startRun } from '#lib/dashboard/runs/start-run';
import { saveSchedule } from '#lib/dashboard/schedules/save-schedule';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { type ActionResult, act } from '../../../act';

export async function saveScheduleAction(
  projectId: string,
  schedule: ScheduleDraft,
): Promise<ActionResult<Date | null>> {
  const result = await act(
    async (context) => (await saveSchedule(context, { projectId, schedule })).nextRunAt,
  );
  if (result.ok) revalidatePath(`/projects/${projectId}`, 'layout');
  return result;
}

/** Asks every prompt once, now. @returns the run */
export async function runNowAction(
  projectId: string,
  { engines, countries, samples }: ScheduleDraft,
): Promise<ActionResult<string>> {
  const result = await act(async (context) => {
    const run = await startRun(context, { projectId, kind: 'manual', engines, countries, samples });
    if (!run)
      throw new ServiceError('RESOURCE_ALREADY_EXISTS', { message: 'This run has been started already.' });
    return run.runId;
  });
  if (result.ok) revalidatePath(`/projects/${projectId}`, 'layout');
  return result;
}
