'use server';

import { invalidField } from '#lib/core/errors';
import { addCompetitor, removeBrand, updateBrand } from '#lib/dashboard/brands/edit-brands';
import { type OnboardProjectInput, onboardProject } from '#lib/dashboard/onboarding/onboard-project';
import { type SiteSuggestion, suggestBrand } from '#lib/dashboard/onboarding/suggest-brand';
import {
  type SuggestedPrompt,
  type SuggestPromptsInput,
  suggestPrompts,
} from '#lib/dashboard/onboarding/suggest-prompts';
import type { BrandInput } from '#lib/dashboard/projects/brand';
import { type CreateProjectInput, createProject, deleteProject } from '#lib/dashboard/projects/project';
import { parseBrandsCsv } from '#lib/dashboard/prompts/parse-brands-csv';
import { parsePromptsCsv, type ReadPrompts } from '#lib/dashboard/prompts/parse-prompts-csv';
import { type ActionResult, runAction } from '../run-action';

export async function createProjectAction(input: CreateProjectInput): Promise<ActionResult<string>> {
  return runAction(async (context) => (await createProject(context, input)).id, '/');
}

/** Creates a project with prompts and a schedule, and starts its first run. */
export async function beginProjectAction(
  input: OnboardProjectInput,
): Promise<ActionResult<{ projectId: string; runId: string }>> {
  return runAction((context) => onboardProject(context, input), '/');
}

export async function deleteProjectAction(projectId: string): Promise<ActionResult<void>> {
  return runAction((context) => deleteProject(context, { projectId }), '/');
}

/** @param seen the brand as the form showed it; without it, concurrent changes are overwritten */
export async function saveBrandAction(
  projectId: string,
  brandId: string | undefined,
  brand: BrandInput,
  seen?: BrandInput,
): Promise<ActionResult<string>> {
  return runAction(async (context) => {
    const saved = brandId
      ? await updateBrand(context, { projectId, brandId, brand, seen })
      : await addCompetitor(context, { projectId, brand });
    return saved.id;
  }, `/projects/${projectId}`);
}

export async function removeBrandAction(projectId: string, brandId: string): Promise<ActionResult<void>> {
  return runAction((context) => removeBrand(context, { projectId, brandId }), `/projects/${projectId}`);
}

/** Reads brand details from a website. Nothing is stored. */
export async function suggestBrandAction(site: string): Promise<ActionResult<SiteSuggestion>> {
  return runAction((context) => suggestBrand(context, { site }));
}

export async function draftPromptsAction(
  input: SuggestPromptsInput,
): Promise<ActionResult<SuggestedPrompt[]>> {
  return runAction(async () => suggestPrompts(input));
}

/** Parses a CSV of brands for the form. Nothing is stored. */
export async function readBrandsAction(
  csv: string,
): Promise<ActionResult<{ own: BrandInput; competitors: BrandInput[] }>> {
  return runAction(async () => {
    const { own, competitors, problems } = parseBrandsCsv(csv);
    const first = problems[0];
    if (first) throw invalidField(`line ${first.line}`, `Line ${first.line} of the file: ${first.message}`);
    if (!own) throw invalidField('line 1', 'No brand has the role “own”. Set it for your brand.');
    return { own, competitors };
  });
}

/** Parses a CSV of prompts for the form. Nothing is stored. */
export async function readPromptsAction(
  csv: string,
  wholeLines?: boolean,
): Promise<ActionResult<ReadPrompts>> {
  return runAction(async () => parsePromptsCsv(csv, wholeLines));
}
