'use server';

import type { AnswerContent } from '#components/answers/answer-part';
import { type CitingAnswer, listCitingAnswers } from '#lib/dashboard/analytics/answers/citing-answers';
import { getAnswerContent, getRawAnswer } from '#lib/dashboard/analytics/answers/get-answer';
import { getPreviousAnswer, type PreviousAnswer } from '#lib/dashboard/analytics/answers/previous-answer';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { addNote, deleteNote, editNote, type NoteInput } from '#lib/dashboard/annotations/annotations';
import {
  createExperiment,
  deleteExperiment,
  type ExperimentInput,
  editExperiment,
} from '#lib/dashboard/experiments/experiments';
import { setDomainType } from '#lib/dashboard/projects/project';
import {
  addPrompts,
  archivePrompts,
  type ImportPreview,
  type InsertedPrompts,
  importPrompts,
  type MovePromptsInput,
  movePrompts,
  previewImport,
} from '#lib/dashboard/prompts/edit-prompts';
import type { PromptDraft } from '#lib/dashboard/prompts/prompt';
import { retryFailedItems } from '#lib/dashboard/runs/failed-items';
import { startRun } from '#lib/dashboard/runs/run-store';
import {
  deleteView,
  renameView,
  type SavedViewInput,
  saveView,
} from '#lib/dashboard/saved-views/saved-views';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { saveSchedule } from '#lib/dashboard/schedules/schedules';
import type { Context } from '#lib/dashboard/session/session';
import { createShare, revokeShare, type ShareInput } from '#lib/dashboard/shares/shares';
import { getContext } from '../../../session';
import { type ActionResult, runAction } from '../../run-action';

/** Returns an answer; null if it no longer exists. */
export async function getAnswerAction(projectId: string, answerId: string): Promise<AnswerContent | null> {
  return getAnswerContent(await getContext(), { projectId, answerId });
}

/** Returns the provider's raw result as JSON; null if the answer no longer exists. */
export async function getRawAnswerAction(projectId: string, answerId: string): Promise<string | null> {
  return getRawAnswer(await getContext(), { projectId, answerId });
}

/** Returns the previous answer of the same segment; null for the first. */
export async function getPreviousAnswerAction(
  projectId: string,
  answerId: string,
): Promise<PreviousAnswer | null> {
  return getPreviousAnswer(await getContext(), { projectId, answerId });
}

/** Lists the newest answers of a view that cite a domain. */
export async function listCitingAnswersAction(
  projectId: string,
  view: string,
  domain: string,
): Promise<CitingAnswer[]> {
  const context = await getContext();
  const filters = parseFilters(projectId, new URLSearchParams(view), context.clock);
  return listCitingAnswers(context, filters, { domain });
}

/** Corrects the type of a domain in this project; null resets it. */
export async function correctDomainTypeAction(
  projectId: string,
  domain: string,
  type: string | null,
): Promise<ActionResult<void>> {
  return editProject(projectId, (context) => setDomainType(context, { projectId, domain, type }));
}

/**
 * Adds a note, or edits the one with the given ID.
 * @param seen the note as the form showed it; without it, concurrent changes are overwritten
 */
export async function saveNoteAction(
  projectId: string,
  noteId: string | null,
  note: NoteInput,
  seen?: NoteInput,
): Promise<ActionResult<void>> {
  return editProject(projectId, async (context) => {
    if (noteId === null) await addNote(context, { projectId, note });
    else await editNote(context, { projectId, noteId, note, seen });
  });
}

export async function deleteNoteAction(projectId: string, noteId: string): Promise<ActionResult<void>> {
  return editProject(projectId, (context) => deleteNote(context, { projectId, noteId }));
}

/**
 * Creates an experiment, or edits the one with the given ID.
 * @param seen the experiment as the form showed it; without it, concurrent changes are overwritten
 * @returns its ID
 */
export async function saveExperimentAction(
  projectId: string,
  experimentId: string | null,
  experiment: ExperimentInput,
  seen?: ExperimentInput,
): Promise<ActionResult<string>> {
  return editProject(projectId, async (context) => {
    if (experimentId === null) return (await createExperiment(context, { projectId, experiment })).id;
    await editExperiment(context, { projectId, experimentId, experiment, seen });
    return experimentId;
  });
}

export async function deleteExperimentAction(
  projectId: string,
  experimentId: string,
): Promise<ActionResult<void>> {
  return editProject(projectId, (context) => deleteExperiment(context, { projectId, experimentId }));
}

export async function saveViewAction(projectId: string, view: SavedViewInput): Promise<ActionResult<void>> {
  return editProject(projectId, async (context) => {
    await saveView(context, { projectId, view });
  });
}

export async function renameViewAction(
  projectId: string,
  viewId: string,
  name: string,
): Promise<ActionResult<void>> {
  return editProject(projectId, (context) => renameView(context, { projectId, viewId, name }));
}

export async function deleteViewAction(projectId: string, viewId: string): Promise<ActionResult<void>> {
  return editProject(projectId, (context) => deleteView(context, { projectId, viewId }));
}

/** Creates a share link. @returns its path with the token, which is shown only once */
export async function createShareAction(
  projectId: string,
  share: ShareInput,
): Promise<ActionResult<{ path: string }>> {
  return editProject(projectId, async (context) => {
    const { token } = await createShare(context, { ...share, projectId });
    return { path: `/share/${token}` };
  });
}

export async function revokeShareAction(projectId: string, shareId: string): Promise<ActionResult<void>> {
  return editProject(projectId, (context) => revokeShare(context, { projectId, shareId }));
}

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
  return editProject(projectId, (context) => importPrompts(context, { projectId, csv, wholeLines }));
}

export async function addPromptsAction(
  projectId: string,
  prompts: (Pick<PromptDraft, 'text'> & Partial<PromptDraft>)[],
): Promise<ActionResult<InsertedPrompts>> {
  return editProject(projectId, (context) => addPrompts(context, { projectId, prompts }));
}

export async function archivePromptsAction(
  projectId: string,
  promptIds: string[],
): Promise<ActionResult<number>> {
  return editProject(projectId, (context) => archivePrompts(context, { projectId, promptIds }));
}

export async function movePromptsAction(input: MovePromptsInput): Promise<ActionResult<number>> {
  return editProject(input.projectId, (context) => movePrompts(context, input));
}

/** @param seen the schedule as the form showed it, null for none; without it, concurrent changes are overwritten */
export async function saveScheduleAction(
  projectId: string,
  schedule: ScheduleDraft,
  seen?: ScheduleDraft | null,
): Promise<ActionResult<ScheduleDraft>> {
  return editProject(projectId, (context) => saveSchedule(context, { projectId, schedule, seen }));
}

/** Starts a run now. @param runId ID of the new run, so that a repeated request creates it only once */
export async function runNowAction(
  projectId: string,
  runId: string,
  { engines, countries, samples, addOns }: ScheduleDraft,
): Promise<ActionResult<void>> {
  return editProject(projectId, async (context) => {
    await startRun(context, { projectId, id: runId, kind: 'manual', engines, countries, samples, addOns });
  });
}

/** Retries the failed items of a run. @returns the ID of the new run */
export async function retryFailedAction(
  projectId: string,
  runId: string,
  newRunId: string,
): Promise<ActionResult<string>> {
  return editProject(projectId, (context) => retryFailedItems(context, { projectId, runId, newRunId }));
}

/** Runs `work` and renders all pages of the project again. */
function editProject<T>(projectId: string, work: (context: Context) => Promise<T>) {
  return runAction(work, `/projects/${projectId}`);
}
