'use server';

import { revalidatePath } from 'next/cache';
import { askAgain } from '#lib/dashboard/runs/ask-again';
import { type ActionResult, act } from '../../../../act';

/** Asks what failed in a run once more. @returns the new run */
export async function askAgainAction(
  projectId: string,
  runId: string,
  newRunId: string,
): Promise<ActionResult<string>> {
  const result = await act((context) => askAgain(context, { projectId, runId, newRunId }));
  if (result.ok) revalidatePath(`/projects/${projectId}`, 'layout');
  return result;
}
