import { cache } from 'react';
import { getProject } from '#lib/dashboard/projects/get-project';
import type { Project } from '#lib/dashboard/projects/project';
import { currentContext } from '../../../session';
import { orNotFound } from '../../or-not-found';

/** The project of an address, read once a request; one that is not there shows the page for missing things. */
export const projectOf = cache(
  async (projectId: string): Promise<Project> =>
    orNotFound(getProject(await currentContext(), { projectId })),
);
