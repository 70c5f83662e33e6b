'use server';

import { revalidatePath } from 'next/cache';
import {
  createExperiment,
  deleteExperiment,
  type ExperimentInput,
  editExperiment,
} from '#lib/dashboard/experiments/experiments';
import { type ActionResult, runAction } from '../../../run-action';

/**
 * Creates an experiment, or edits the one with the given ID.
 * @param seen the experiment as the form showed it; without it, concurrent changes are overwritten
 * @returns its ID
 */
export async function saveExperimentAction(
  projectId: string,
  experimentId: string | null,
  experiment: ExperimentInput,
  seen?: ExperimentInput,
): Promise<ActionResult<string>> {
  return runAction(async (context) => {
    let id = experimentId;
    if (id === null) ({ id } = await createExperiment(context, { projectId, experiment }));
    else await editExperiment(context, { projectId, experimentId: id, experiment, seen });
    revalidatePath(`/projects/${projectId}`, 'layout');
    return id;
  });
}

export async function deleteExperimentAction(
  projectId: string,
  experimentId: string,
): Promise<ActionResult<void>> {
  return runAction(async (context) => {
    await deleteExperiment(context, { projectId, experimentId });
    revalidatePath(`/projects/${projectId}`, 'layout');
  });
}
