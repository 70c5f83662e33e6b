'use server';

import { revalidatePath } from 'next/cache';
import { retryFailedItems } from '#lib/dashboard/runs/retry-failed-items';
import { type ActionResult, runAction } from '../../../../run-action';

/** Retries the failed items of a run. @returns the ID of the new run */
export async function retryFailedAction(
  projectId: string,
  runId: string,
  newRunId: string,
): Promise<ActionResult<string>> {
  const result = await runAction((context) => retryFailedItems(context, { projectId, runId, newRunId }));
  if (result.ok) revalidatePath(`/projects/${projectId}`, 'layout');
  return result;
}
