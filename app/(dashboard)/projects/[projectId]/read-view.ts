import { type FilterChoices, filterChoices } from '#lib/dashboard/analytics/filter-choices';
import { formatFilters, type MetricFilters, parseFilters } from '#lib/dashboard/analytics/filters';
import type { Project } from '#lib/dashboard/projects/project';
import { promptTexts } from '#lib/dashboard/prompts/prompt-texts';
import { listViews } from '#lib/dashboard/saved-views/list-views';
import type { SavedView } from '#lib/dashboard/saved-views/saved-view';
import type { Context } from '#lib/dashboard/session/place';
import { currentContext } from '../../../session';
import { projectOf } from './project-of';

/** What Next.js hands every page of a project. */
export interface ViewProps {
  params: Promise<{ projectId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** What a page of figures is about: one project under the filters of its address. */
export interface View {
  context: Context;
  project: Project;
  filters: MetricFilters;
  choices: FilterChoices;
  /** The prompts that the filters name. */
  prompts: { id: string; text: string }[];
  /** The views kept for the project. */
  views: SavedView[];
  /** The filters as they stand in an address, defaults left out, such as `days=7&engine=chat`; empty for none. */
  query: string;
  /** The other parameters of the address. */
  asked: Record<string, string | string[] | undefined>;
}

/** Reads the view of a page; a project that is not there shows the page for missing things. */
export async function readView({ params, searchParams }: ViewProps): Promise<View> {
  const [{ projectId }, asked, context] = await Promise.all([params, searchParams, currentContext()]);
  const [project, choices, views] = await Promise.all([
    projectOf(projectId),
    filterChoices(context, { projectId }),
    listViews(context, { projectId }),
  ]);
  const parsed = parseFilters(projectId, asked, context.clock);
  const rival = project.competitors.find(({ id }) => id === parsed.brandId);
  const filters = { ...parsed, brandId: rival?.id ?? null };
  const { promptIds } = filters;
  return {
    context,
    project,
    filters,
    choices,
    views,
    prompts: await promptTexts(context, { projectId, promptIds }),
    query: formatFilters(filters, context.clock).toString(),
    asked,
  };
}
