'use server';

import {
  addPrompts,
  archivePrompts,
  importPrompts,
  previewImport,
  rewordPrompt,
  updatePrompts,
} from '#lib/dashboard/prompts/edit-prompts';
import { createAction, createProjectEditAction } from '../../../create-action';

export const previewImportAction = createAction(previewImport);
export const importPromptsAction = createProjectEditAction(importPrompts);
export const addPromptsAction = createProjectEditAction(addPrompts);
export const archivePromptsAction = createProjectEditAction(archivePrompts);
export const rewordPromptAction = createProjectEditAction(rewordPrompt);
export const updatePromptsAction = createProjectEditAction(updatePrompts);
