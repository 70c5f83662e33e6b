'use server';

import { findAmbiguousNames } from '#lib/dashboard/brands/ambiguous-names';
import { addCompetitor, removeBrand, updateBrand } from '#lib/dashboard/brands/edit-brands';
import { previewBrand } from '#lib/dashboard/brands/preview-brand';
import { exploreDemo } from '#lib/dashboard/demo/ensure-demo';
import { onboardProject } from '#lib/dashboard/onboarding/onboard-project';
import { readBrandsFile, readPromptsFile } from '#lib/dashboard/onboarding/read-files';
import { suggestBrand } from '#lib/dashboard/onboarding/suggest-brand';
import { suggestPrompts } from '#lib/dashboard/onboarding/suggest-prompts';
import { createProject, deleteProject } from '#lib/dashboard/projects/project';
import { createAction, createProjectEditAction } from '../create-action';

const getHomePath = () => '/';

export const createProjectAction = createAction(createProject, getHomePath);
export const onboardProjectAction = createAction(onboardProject, getHomePath);
export const exploreDemoAction = createAction(exploreDemo, getHomePath);
export const deleteProjectAction = createAction(deleteProject, getHomePath);

export const addCompetitorAction = createProjectEditAction(addCompetitor);
export const updateBrandAction = createProjectEditAction(updateBrand);
export const removeBrandAction = createProjectEditAction(removeBrand);

export const previewBrandAction = createAction(previewBrand);
export const checkBrandNamesAction = createAction(findAmbiguousNames);
export const suggestBrandAction = createAction(suggestBrand);
export const suggestPromptsAction = createAction(suggestPrompts);
export const readBrandsAction = createAction(readBrandsFile);
export const readPromptsAction = createAction(readPromptsFile);
