import { notFound } from 'next/navigation';
import { cache } from 'react';
import { ServiceError } from '#lib/core/errors';
import type { TrackedBrand } from '#lib/core/metric';
import { type FilterValues, listFilterValues } from '#lib/dashboard/analytics/filters/filter-values';
import {
  formatFilters,
  type MetricFilters,
  parseFilters,
} from '#lib/dashboard/analytics/filters/metric-filters';
import { getProject, type Project } from '#lib/dashboard/projects/project';
import { getPromptTexts } from '#lib/dashboard/prompts/list-prompts';
import { listViews, type SavedView } from '#lib/dashboard/saved-views/saved-views';
import type { Context } from '#lib/dashboard/session/dependencies';
import { getContext } from '../../../session';

/** What Next.js hands every page of a project. */
export interface ProjectPageProps {
  params: Promise<{ projectId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** What a page of figures is about: one project under the filters of its address. */
export interface PageData {
  context: Context;
  project: Project;
  filters: MetricFilters;
  choices: FilterValues;
  /** The prompts that the filters name. */
  prompts: { id: string; text: string }[];
  /** The views kept for the project. */
  views: SavedView[];
  /** The filters as they stand in an address, defaults left out, such as `days=7&engine=chat`; empty for none. */
  query: string;
  /** The other parameters of the address. */
  searchParams: Record<string, string | string[] | undefined>;
}

/** Reads the view of a page; a project that is not there shows the page for missing things. */
export async function loadPage(props: ProjectPageProps): Promise<PageData> {
  const [{ projectId }, searchParams, context] = await Promise.all([
    props.params,
    props.searchParams,
    getContext(),
  ]);
  const [project, choices, views] = await Promise.all([
    loadProject(projectId),
    listFilterValues(context, { projectId }),
    listViews(context, { projectId }),
  ]);
  const parsed = parseFilters(projectId, searchParams, context.clock);
  const rival = project.competitors.find(({ id }) => id === parsed.brandId);
  const filters = { ...parsed, brandId: rival?.id ?? null };
  const { promptIds } = filters;
  return {
    context,
    project,
    filters,
    choices,
    views,
    prompts: await getPromptTexts(context, { projectId, promptIds }),
    query: formatFilters(filters, context.clock).toString(),
    searchParams,
  };
}

/** The project of an address, read once a request; one that is not there shows the page for missing things. */
export const loadProject = cache(
  async (projectId: string): Promise<Project> => orNotFound(getProject(await getContext(), { projectId })),
);

/** The brand whose figures a page shows: the project's own, unless the filters name another of its brands. */
export function getSelectedBrand({ own, competitors }: Project, { brandId }: MetricFilters): TrackedBrand {
  const { id, name, role, colorIndex } = competitors.find((brand) => brand.id === brandId) ?? own;
  return { id, name, role, colorIndex: colorIndex };
}

/** The value of a question; the "nothing here" page, with status 404, when what it asks about does not exist. */
export async function orNotFound<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'RESOURCE_NOT_FOUND') notFound();
    throw error;
  }
}
