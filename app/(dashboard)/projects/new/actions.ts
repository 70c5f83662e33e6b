'use server';

import { revalidatePath } from 'next/cache';
import { type BeginProjectInput, beginProject } from '#lib/dashboard/projects/begin-project';
import { type SiteSuggestion, suggestBrand } from '#lib/dashboard/projects/site/suggest-brand';
import { type DraftInput, type DraftPrompt, draftPrompts } from '#lib/dashboard/prompts/draft-prompts';
import { parsePromptsCsv, type ReadPrompts } from '#lib/dashboard/prompts/parse-prompts-csv';
import { type ActionResult, act } from '../../act';

/** What a brand's own site says of it; nothing is stored. */
export async function suggestBrandAction(site: string): Promise<ActionResult<SiteSuggestion>> {
  return act((context) => suggestBrand(context, { site }));
}

export async function draftPromptsAction(input: DraftInput): Promise<ActionResult<DraftPrompt[]>> {
  return act(async () => draftPrompts(input));
}

/** Reads a CSV of prompts for the form; nothing is stored. */
export async function readPromptsAction(
  csv: string,
  wholeLines?: boolean,
): Promise<ActionResult<ReadPrompts>> {
  return act(async () => parsePromptsCsv(csv, wholeLines));
}

export async function beginProjectAction(
  input: BeginProjectInput,
): Promise<ActionResult<{ projectId: string; runId: string }>> {
  const result = await act((context) => beginProject(context, input));
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}
