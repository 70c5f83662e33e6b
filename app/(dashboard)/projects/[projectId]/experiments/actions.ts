'use server';

import {
  createExperiment,
  deleteExperiment,
  type ExperimentInput,
  editExperiment,
} from '#lib/dashboard/experiments/experiments';
import { estimatePower } from '#lib/dashboard/experiments/power';
import { createAction, createProjectEditAction } from '../../../create-action';

interface SaveExperimentInput {
  projectId: string;
  /** Null creates an experiment. */
  experimentId: string | null;
  experiment: ExperimentInput;
  /** The experiment as the form showed it; without it, concurrent changes are overwritten. */
  original?: ExperimentInput;
}

/** Creates or edits an experiment. @returns its ID */
export const saveExperimentAction = createProjectEditAction(
  async (context, { experimentId, ...input }: SaveExperimentInput) => {
    if (experimentId === null) return (await createExperiment(context, input)).id;
    await editExperiment(context, { ...input, experimentId });
    return experimentId;
  },
);

/** Estimates the power of an experiment with randomly assigned prompts; null if there is too little data. */
export const estimatePowerAction = createAction(estimatePower);

export const deleteExperimentAction = createProjectEditAction(deleteExperiment);
