'use server';

import { createAction, createProjectEditAction } from '#app/(dashboard)/create-action.ts';
import { createExperiment, deleteExperiment, editExperiment } from '#lib/dashboard/experiments/experiments';
import { estimatePower } from '#lib/dashboard/experiments/power';

export const createExperimentAction = createProjectEditAction(createExperiment);
export const editExperimentAction = createProjectEditAction(editExperiment);
export const deleteExperimentAction = createProjectEditAction(deleteExperiment);
export const estimatePowerAction = createAction(estimatePower);
