'use server';

import { redirect } from 'next/navigation';
import { createAction, createProjectEditAction } from '#app/(dashboard)/create-action.ts';
import { getContext } from '#app/session.ts';
import type { AnswerContent } from '#components/answers/answer-part';
import { ServiceError } from '#lib/core/errors';
import {
  createReportFromTemplate,
  duplicateReport,
  getOrCreateOverviewReport,
} from '#lib/dashboard/reports/create-report';
import { getFrozenReport, unfreezeReport } from '#lib/dashboard/reports/freeze-report';
import { listQuotableAnswers } from '#lib/dashboard/reports/list-quotable-answers';
import { deleteReport, getReport, saveReport } from '#lib/dashboard/reports/reports';
import { editShare } from '#lib/dashboard/shares/edit-share';
import { createShare, pauseShare, resumeShare, revokeShare } from '#lib/dashboard/shares/shares';
import { freezeReport } from '#lib/registry/freeze-report';

interface ReportId {
  projectId: string;
  reportId: string;
}

const getReportPath = ({ projectId }: ReportId, id: string) => `/projects/${projectId}/reports/${id}`;

/** Creates a report from a template and opens it in the editor. */
export const createReportAction = createProjectEditAction(
  async (context, input: Parameters<typeof createReportFromTemplate>[1]) => {
    const { id } = await createReportFromTemplate(context, input);
    redirect(`/projects/${input.projectId}/reports/${id}?edit=1`);
  },
);

/** Creates a report of the overview with these filters, unless there is one, and opens its share dialog. */
export const shareOverviewAction = createProjectEditAction(
  async (context, input: Parameters<typeof getOrCreateOverviewReport>[1]) => {
    const { id } = await getOrCreateOverviewReport(context, input);
    redirect(`/projects/${input.projectId}/reports/${id}?share=1`);
  },
);

/** Duplicates a report and opens the copy, which is not frozen, in the editor. */
export const duplicateReportAction = createProjectEditAction(async (context, input: ReportId) => {
  const { id } = await duplicateReport(context, input);
  redirect(`${getReportPath(input, id)}?edit=1`);
});

export const saveReportAction = createProjectEditAction(saveReport);

export const freezeReportAction = createProjectEditAction(freezeReport);
export const unfreezeReportAction = createProjectEditAction(unfreezeReport);

/** Deletes a report and opens the list. */
export const deleteReportAction = createProjectEditAction(async (context, input: ReportId) => {
  await deleteReport(context, input);
  redirect(`/projects/${input.projectId}/reports`);
});

/** Lists answers to select quotes from. */
export const listQuotableAnswersAction = createAction(listQuotableAnswers);

/** Of an unknown ID, and of a value that is no ID. */
const notFoundCodes: ReadonlySet<string> = new Set(['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR']);

/** Returns an answer stored in a frozen report; null if the report does not contain it. */
export async function getFrozenAnswerAction(
  projectId: string,
  reportId: string,
  answerId: string,
): Promise<AnswerContent | null> {
  const context = await getContext();
  try {
    const frozen = await getFrozenReport(context, await getReport(context, { projectId, reportId }));
    return frozen && Object.hasOwn(frozen.answers, answerId) ? (frozen.answers[answerId] ?? null) : null;
  } catch (error) {
    if (error instanceof ServiceError && notFoundCodes.has(error.code)) return null;
    throw error;
  }
}

/** Creates a share link. @returns its token, which is shown only once */
export const createShareAction = createProjectEditAction(createShare);
/** Changes a share link, whose URL stays the same. */
export const editShareAction = createProjectEditAction(editShare);
export const pauseShareAction = createProjectEditAction(pauseShare);
export const resumeShareAction = createProjectEditAction(resumeShare);
export const revokeShareAction = createProjectEditAction(revokeShare);
