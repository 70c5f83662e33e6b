'use server';

import { revalidatePath } from 'next/cache';
import { type OnboardProjectInput, onboardProject } from '#lib/dashboard/onboarding/onboard-project';
import { type SiteSuggestion, suggestBrand } from '#lib/dashboard/onboarding/suggest-brand';
import {
  type SuggestedPrompt,
  type SuggestPromptsInput,
  suggestPrompts,
} from '#lib/dashboard/onboarding/suggest-prompts';
import { parsePromptsCsv, type ReadPrompts } from '#lib/dashboard/prompts/parse-prompts-csv';
import { type ActionResult, runAction } from '../../run-action';

/** Reads brand details from a website. Nothing is stored. */
export async function suggestBrandAction(site: string): Promise<ActionResult<SiteSuggestion>> {
  return runAction((context) => suggestBrand(context, { site }));
}

export async function draftPromptsAction(
  input: SuggestPromptsInput,
): Promise<ActionResult<SuggestedPrompt[]>> {
  return runAction(async () => suggestPrompts(input));
}

/** Parses a CSV of prompts for the form. Nothing is stored. */
export async function readPromptsAction(
  csv: string,
  wholeLines?: boolean,
): Promise<ActionResult<ReadPrompts>> {
  return runAction(async () => parsePromptsCsv(csv, wholeLines));
}

export async function beginProjectAction(
  input: OnboardProjectInput,
): Promise<ActionResult<{ projectId: string; runId: string }>> {
  const result = await runAction((context) => onboardProject(context, input));
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}
