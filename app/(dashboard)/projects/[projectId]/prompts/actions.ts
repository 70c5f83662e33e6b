'use server';

import {
  addPrompts,
  archivePrompts,
  importPrompts,
  previewImport,
  rewordPrompt,
  updatePrompts,
} from '#lib/dashboard/prompts/edit-prompts';
import { createAction, createProjectEdit } from '../../../create-action';

export const previewImportAction = createAction(previewImport);
export const importPromptsAction = createProjectEdit(importPrompts);
export const addPromptsAction = createProjectEdit(addPrompts);
export const archivePromptsAction = createProjectEdit(archivePrompts);
export const rewordPromptAction = createProjectEdit(rewordPrompt);
export const updatePromptsAction = createProjectEdit(updatePrompts);
