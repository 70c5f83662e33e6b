'use server';

import { revalidatePath } from 'next/cache';
import { createExperiment, type ExperimentInput } from '#lib/dashboard/experiments/create-experiment';
import { deleteExperiment } from '#lib/dashboard/experiments/delete-experiment';
import { type ActionResult, act } from '../../../act';

/** @returns the experiment's id */
export async function createExperimentAction(
  projectId: string,
  experiment: ExperimentInput,
): Promise<ActionResult<string>> {
  return act(async (context) => {
    const { id } = await createExperiment(context, { projectId, experiment });
    revalidatePath(`/projects/${projectId}`, 'layout');
    return id;
  });
}

export async function deleteExperimentAction(
  projectId: string,
  experimentId: string,
): Promise<ActionResult<void>> {
  return act(async (context) => {
    await deleteExperiment(context, { projectId, experimentId });
    revalidatePath(`/projects/${projectId}`, 'layout');
  });
}
