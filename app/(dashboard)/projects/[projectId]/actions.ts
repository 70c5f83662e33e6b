'use server';

import { createAction, createProjectEditAction } from '#app/(dashboard)/create-action.ts';
import { getContext } from '#app/session.ts';
import type { AnswerContent } from '#components/answers/answer-part';
import {
  getAnswerContent,
  getPreviousAnswer,
  getRawAnswer,
  type PreviousAnswer,
} from '#lib/dashboard/analytics/answers/get-answer';
import { type CitingAnswer, listCitingAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import { getSpotCheck } from '#lib/dashboard/analytics/answers/spot-check';
import { explainChange } from '#lib/dashboard/analytics/explanations/explain-change';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { addNote, deleteNote, editNote } from '#lib/dashboard/annotations/annotations';
import { askPrompt } from '#lib/dashboard/playground/ask-prompt';
import { readProjectDays } from '#lib/dashboard/projects/project-days';
import { setDomainType } from '#lib/dashboard/projects/set-domain-type';
import { deleteView, renameView, saveView } from '#lib/dashboard/saved-views/saved-views';

/** Returns an answer; null if it no longer exists. */
export async function getAnswerAction(projectId: string, answerId: string): Promise<AnswerContent | null> {
  return getAnswerContent(await getContext(), { projectId, answerId });
}

/** Returns the provider's raw result as JSON; null if the answer no longer exists. */
export async function getRawAnswerAction(projectId: string, answerId: string): Promise<string | null> {
  return getRawAnswer(await getContext(), { projectId, answerId });
}

/** Returns the previous answer of the same segment and sample; null for the first one, or if the answer no longer exists. */
export async function getPreviousAnswerAction(
  projectId: string,
  answerId: string,
): Promise<PreviousAnswer | null> {
  return getPreviousAnswer(await getContext(), { projectId, answerId });
}

/** Lists the newest answers that match the filters in `query` and cite a domain. */
export async function listCitingAnswersAction(
  projectId: string,
  query: string,
  domain: string,
): Promise<CitingAnswer[]> {
  const context = await getContext();
  // The arguments come from a browser, so they can be of any type.
  if (typeof query !== 'string' || typeof domain !== 'string') return [];
  const project = await readProjectDays(context, projectId);
  const filters = parseFilters(project, new URLSearchParams(query), context.clock);
  return listCitingAnswers(context, filters, { domain });
}

export const explainChangeAction = createAction(explainChange);

export const getSpotCheckAction = createAction(getSpotCheck);
export const askPromptAction = createAction(askPrompt);

export const correctDomainTypeAction = createProjectEditAction(setDomainType);

export const addNoteAction = createProjectEditAction(addNote);
export const editNoteAction = createProjectEditAction(editNote);
export const deleteNoteAction = createProjectEditAction(deleteNote);

export const saveViewAction = createProjectEditAction(saveView);
export const renameViewAction = createProjectEditAction(renameView);
export const deleteViewAction = createProjectEditAction(deleteView);
