'use server';

import { requirePermission } from '#lib/core/permissions';
import { csvSchema, parseInput } from '#lib/core/validation';
import { findAmbiguousNames } from '#lib/dashboard/brands/ambiguous-names';
import { addCompetitor, removeBrand, updateBrand } from '#lib/dashboard/brands/edit-brands';
import { previewBrand } from '#lib/dashboard/brands/preview-brand';
import { ensureDemo } from '#lib/dashboard/demo/ensure-demo';
import { onboardProject } from '#lib/dashboard/onboarding/onboard-project';
import { suggestBrand } from '#lib/dashboard/onboarding/suggest-brand';
import { type SuggestPromptsInput, suggestPrompts } from '#lib/dashboard/onboarding/suggest-prompts';
import type { BrandInput } from '#lib/dashboard/projects/brand';
import { type CreateProjectInput, createProject, deleteProject } from '#lib/dashboard/projects/project';
import { parseBrandsCsv } from '#lib/dashboard/prompts/parse-brands-csv';
import {
  type ParseOptions,
  parseOptionsSchema,
  parsePromptsCsv,
} from '#lib/dashboard/prompts/parse-prompts-csv';
import { createAction, createProjectEditAction } from '../create-action';

const getHomePath = () => '/';

/** Creates a project without prompts. @returns its ID */
export const createProjectAction = createAction(
  async (context, input: CreateProjectInput) => (await createProject(context, input)).id,
  getHomePath,
);

/** Creates a project with prompts and a schedule, and starts its first run. */
export const onboardProjectAction = createAction(onboardProject, getHomePath);
/** Adds the demo project to the organization, with a paused schedule, so that it costs no credits. */
export const exploreDemoAction = createAction(
  (context) => ensureDemo(context, { isScheduled: false }),
  getHomePath,
);
export const deleteProjectAction = createAction(deleteProject, getHomePath);

interface SaveBrandInput {
  projectId: string;
  /** Undefined adds a competitor. */
  brandId: string | undefined;
  brand: BrandInput;
  /** The brand as the form showed it; without it, concurrent changes are overwritten. */
  original?: BrandInput | undefined;
}

export const saveBrandAction = createProjectEditAction(
  async (context, { brandId, ...input }: SaveBrandInput) => {
    if (brandId) await updateBrand(context, { ...input, brandId });
    else await addCompetitor(context, input);
  },
);

/** Returns the effect of a brand's settings on stored answers. Nothing is stored. */
export const previewBrandAction = createAction(previewBrand);

export const removeBrandAction = createProjectEditAction(removeBrand);

/** Finds names of brands that are also places or common words. */
export const checkBrandNamesAction = createAction(findAmbiguousNames);

/** Reads brand details from a website. Nothing is stored. */
export const suggestBrandAction = createAction((context, input: { site: string }) =>
  suggestBrand(context, input),
);

export const suggestPromptsAction = createAction(async ({ actor }, input: SuggestPromptsInput) => {
  requirePermission(actor, 'projects.edit');
  return suggestPrompts(input);
});

/** Parses a CSV of brands for the form. Nothing is stored. */
export const readBrandsAction = createAction(async ({ actor }, csv: string) => {
  requirePermission(actor, 'projects.edit');
  return parseBrandsCsv(parseInput(csvSchema, csv));
});

/** Parses a CSV of prompts for the form. Nothing is stored. */
export const readPromptsAction = createAction(
  async ({ actor }, { csv, options }: { csv: string; options?: ParseOptions | undefined }) => {
    requirePermission(actor, 'projects.edit');
    return parsePromptsCsv(parseInput(csvSchema, csv), parseInput(parseOptionsSchema, options));
  },
);
