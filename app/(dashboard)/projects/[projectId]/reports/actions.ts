'use server';

import { redirect } from 'next/navigation';
import { createFromTemplate, createFromView } from '#lib/dashboard/reports/create-report';
import { createShare, pauseShare, resumeShare, revokeShare } from '#lib/dashboard/shares/shares';
import { createProjectEdit } from '../../../run-action';

/** Creates a report from a template and opens it. */
export const createReportAction = createProjectEdit(
  async (context, input: Parameters<typeof createFromTemplate>[1]) => {
    const { id } = await createFromTemplate(context, input);
    redirect(`/projects/${input.projectId}/reports/${id}`);
  },
);

/** Opens the report that shows the overview with these filters, to share it. */
export const shareViewAction = createProjectEdit(
  async (context, input: Parameters<typeof createFromView>[1]) => {
    const { id } = await createFromView(context, input);
    redirect(`/projects/${input.projectId}/reports/${id}?share=1`);
  },
);

/** Creates a share link. @returns its token, which is shown only once */
export const createShareAction = createProjectEdit(createShare);
export const pauseShareAction = createProjectEdit(pauseShare);
export const resumeShareAction = createProjectEdit(resumeShare);
export const revokeShareAction = createProjectEdit(revokeShare);
