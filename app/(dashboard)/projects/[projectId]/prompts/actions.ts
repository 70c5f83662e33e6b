'use server';

import { revalidatePath } from 'next/cache';
import { addPrompts } from '#lib/dashboard/prompts/add-prompts';
import { archivePrompts } from '#lib/dashboard/prompts/archive-prompts';
import { type FilePromptsInput, filePrompts } from '#lib/dashboard/prompts/file-prompts';
import { importPrompts } from '#lib/dashboard/prompts/import-prompts';
import type { InsertedPrompts } from '#lib/dashboard/prompts/insert-prompts';
import { type ImportPreview, previewImport } from '#lib/dashboard/prompts/preview-import';
import type { PromptDraft } from '#lib/dashboard/prompts/prompt';
import { type ActionResult, act } from '../../../act';

export async function previewImportAction(
  projectId: string,
  csv: string,
  wholeLines?: boolean,
): Promise<ActionResult<ImportPreview>> {
  return act((context) => previewImport(context, { projectId, csv, wholeLines }));
}

export async function importPromptsAction(
  projectId: string,
  csv: string,
  wholeLines?: boolean,
): Promise<ActionResult<InsertedPrompts>> {
  return shown(projectId, await act((context) => importPrompts(context, { projectId, csv, wholeLines })));
}

export async function addPromptsAction(
  projectId: string,
  prompts: (Pick<PromptDraft, 'text'> & Partial<PromptDraft>)[],
): Promise<ActionResult<InsertedPrompts>> {
  return shown(projectId, await act((context) => addPrompts(context, { projectId, prompts })));
}

export async function archivePromptsAction(
  projectId: string,
  promptIds: string[],
): Promise<ActionResult<number>> {
  return shown(projectId, await act((context) => archivePrompts(context, { projectId, promptIds })));
}

export async function filePromptsAction(input: FilePromptsInput): Promise<ActionResult<number>> {
  return shown(input.projectId, await act((context) => filePrompts(context, input)));
}

function shown<T>(projectId: string, result: ActionResult<T>): ActionResult<T> {
  if (result.ok) revalidatePath(`/projects/${projectId}`, 'layout');
  return result;
}
