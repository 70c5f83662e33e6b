'use server';

import { revalidatePath } from 'next/cache';
import { addPrompts, type InsertedPrompts } from '#lib/dashboard/prompts/add-prompts';
import { archivePrompts, type MovePromptsInput, movePrompts } from '#lib/dashboard/prompts/edit-prompts';
import { type ImportPreview, importPrompts, previewImport } from '#lib/dashboard/prompts/import-prompts';
import type { PromptDraft } from '#lib/dashboard/prompts/prompt';
import { type ActionResult, runAction } from '../../../run-action';

export async function previewImportAction(
  projectId: string,
  csv: string,
  wholeLines?: boolean,
): Promise<ActionResult<ImportPreview>> {
  return runAction((context) => previewImport(context, { projectId, csv, wholeLines }));
}

export async function importPromptsAction(
  projectId: string,
  csv: string,
  wholeLines?: boolean,
): Promise<ActionResult<InsertedPrompts>> {
  return revalidateOnSuccess(
    projectId,
    await runAction((context) => importPrompts(context, { projectId, csv, wholeLines })),
  );
}

export async function addPromptsAction(
  projectId: string,
  prompts: (Pick<PromptDraft, 'text'> & Partial<PromptDraft>)[],
): Promise<ActionResult<InsertedPrompts>> {
  return revalidateOnSuccess(
    projectId,
    await runAction((context) => addPrompts(context, { projectId, prompts })),
  );
}

export async function archivePromptsAction(
  projectId: string,
  promptIds: string[],
): Promise<ActionResult<number>> {
  return revalidateOnSuccess(
    projectId,
    await runAction((context) => archivePrompts(context, { projectId, promptIds })),
  );
}

export async function filePromptsAction(input: MovePromptsInput): Promise<ActionResult<number>> {
  return revalidateOnSuccess(input.projectId, await runAction((context) => movePrompts(context, input)));
}

function revalidateOnSuccess<T>(projectId: string, result: ActionResult<T>): ActionResult<T> {
  if (result.ok) revalidatePath(`/projects/${projectId}`, 'layout');
  return result;
}
