'use server';

import {
  createExperiment,
  deleteExperiment,
  type ExperimentInput,
  editExperiment,
} from '#lib/dashboard/experiments/experiments';
import { estimatePower } from '#lib/dashboard/experiments/power';
import { createAction, createProjectEdit } from '../../../create-action';

interface SaveExperimentInput {
  projectId: string;
  /** Null creates an experiment. */
  experimentId: string | null;
  experiment: ExperimentInput;
  /** The experiment as the form showed it; without it, concurrent changes are overwritten. */
  original?: ExperimentInput;
}

/** @returns the ID of the experiment */
export const saveExperimentAction = createProjectEdit(
  async (context, { experimentId, ...input }: SaveExperimentInput) => {
    if (experimentId === null) return (await createExperiment(context, input)).id;
    await editExperiment(context, { ...input, experimentId });
    return experimentId;
  },
);

/** Estimates the power of an experiment with randomly assigned prompts; null if there is too little data. */
export const estimatePowerAction = createAction(estimatePower);

export const deleteExperimentAction = createProjectEdit(deleteExperiment);
