'use server';

import { revalidatePath } from 'next/cache';
import { startRun } from '#lib/dashboard/runs/start-run';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { saveSchedule } from '#lib/dashboard/schedules/schedule-store';
import { type ActionResult, runAction } from '../../../run-action';

/** @param seen the schedule as the form showed it, null for none; without it, concurrent changes are overwritten */
export async function saveScheduleAction(
  projectId: string,
  schedule: ScheduleDraft,
  seen?: ScheduleDraft | null,
): Promise<ActionResult<ScheduleDraft>> {
  const result = await runAction((context) => saveSchedule(context, { projectId, schedule, seen }));
  if (result.ok) revalidatePath(`/projects/${projectId}`, 'layout');
  return result;
}

/** Starts a run now. @param runId ID of the new run, so that a repeated request creates it only once */
export async function runNowAction(
  projectId: string,
  runId: string,
  { engines, countries, samples, addOns }: ScheduleDraft,
): Promise<ActionResult<void>> {
  const result = await runAction(async (context) => {
    await startRun(context, { projectId, id: runId, kind: 'manual', engines, countries, samples, addOns });
  });
  if (result.ok) revalidatePath(`/projects/${projectId}`, 'layout');
  return result;
}
