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

/** Props of every project page. */
export interface ProjectPageProps {
  params: Promise<{ projectId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Data that every page with filters needs. */
export interface PageData {
  context: Context;
  project: Project;
  filters: MetricFilters;
  filterValues: FilterValues;
  /** The prompts selected in the filters. */
  prompts: { id: string; text: string }[];
  /** Saved views of the project. */
  views: SavedView[];
  /** The filters as a query string without defaults, such as `days=7&engine=chat`. */
  query: string;
  /** All URL parameters. */
  searchParams: Record<string, string | string[] | undefined>;
}

/** Loads the data of a page. Shows the 404 page if the project does not exist. */
export async function loadPage(props: ProjectPageProps): Promise<PageData> {
  const [{ projectId }, searchParams, context] = await Promise.all([
    props.params,
    props.searchParams,
    getContext(),
  ]);
  const [project, filterValues, views] = await Promise.all([
    loadProject(projectId),
    listFilterValues(context, { projectId }),
    listViews(context, { projectId }),
  ]);
  const parsed = parseFilters(projectId, searchParams, context.clock);
  const competitor = project.competitors.find(({ id }) => id === parsed.brandId);
  const filters = { ...parsed, brandId: competitor?.id ?? null };
  const { promptIds } = filters;
  return {
    context,
    project,
    filters,
    filterValues,
    views,
    prompts: await getPromptTexts(context, { projectId, promptIds }),
    query: formatFilters(filters, context.clock).toString(),
    searchParams,
  };
}

/** Loads a project once per request. Shows the 404 page if it does not exist. */
export const loadProject = cache(
  async (projectId: string): Promise<Project> => orNotFound(getProject(await getContext(), { projectId })),
);

/** Returns the brand selected in the filters, by default the project's own brand. */
export function getSelectedBrand({ own, competitors }: Project, { brandId }: MetricFilters): TrackedBrand {
  const { id, name, role, colorIndex } = competitors.find((brand) => brand.id === brandId) ?? own;
  return { id, name, role, colorIndex: colorIndex };
}

/** Awaits a query. Shows the 404 page if it fails with RESOURCE_NOT_FOUND. */
export async function orNotFound<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'RESOURCE_NOT_FOUND') notFound();
    throw error;
  }
}
