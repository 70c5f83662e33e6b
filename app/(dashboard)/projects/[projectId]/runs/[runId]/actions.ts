'use server';

import { revalidatePath } from 'next/cache';
import { askAgain } from '#lib/dashboard/runs/ask-again';
import { type ActionResult, runAction } from '../../../../run-action';

/** Asks what failed in a run once more. @returns the new run */
export async function retryFailedAction(
  projectId: string,
  runId: string,
  newRunId: string,
): Promise<ActionResult<string>> {
  const result = await runAction((context) => askAgain(context, { projectId, runId, newRunId }));
  if (result.ok) revalidatePath(`/projects/${projectId}`, 'layout');
  return result;
}
