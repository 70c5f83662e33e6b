'use server';

import { createAction, createProjectEditAction } from '#app/(dashboard)/create-action.ts';
import { addPrompts, archivePrompts, rewordPrompt, updatePrompts } from '#lib/dashboard/prompts/edit-prompts';
import { importPrompts, previewImport } from '#lib/dashboard/prompts/import-prompts';

export const previewImportAction = createAction(previewImport);
export const importPromptsAction = createProjectEditAction(importPrompts);
export const addPromptsAction = createProjectEditAction(addPrompts);
export const archivePromptsAction = createProjectEditAction(archivePrompts);
export const rewordPromptAction = createProjectEditAction(rewordPrompt);
export const updatePromptsAction = createProjectEditAction(updatePrompts);
