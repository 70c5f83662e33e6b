'use server';

import { revalidatePath } from 'next/cache';
import {
  deleteView,
  renameView,
  type SavedViewInput,
  saveView,
} from '#lib/dashboard/saved-views/saved-views';
import { type ActionResult, runAction } from '../../../run-action';

export async function saveViewAction(projectId: string, view: SavedViewInput): Promise<ActionResult<void>> {
  return runAction(async (context) => {
    await saveView(context, { projectId, view });
    revalidatePath(`/projects/${projectId}`, 'layout');
  });
}

export async function renameViewAction(
  projectId: string,
  viewId: string,
  name: string,
): Promise<ActionResult<void>> {
  return runAction(async (context) => {
    await renameView(context, { projectId, viewId, name });
    revalidatePath(`/projects/${projectId}`, 'layout');
  });
}

export async function deleteViewAction(projectId: string, viewId: string): Promise<ActionResult<void>> {
  return runAction(async (context) => {
    await deleteView(context, { projectId, viewId });
    revalidatePath(`/projects/${projectId}`, 'layout');
  });
}
