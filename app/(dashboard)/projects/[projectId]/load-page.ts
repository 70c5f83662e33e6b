import { notFound } from 'next/navigation';
import { cache } from 'react';
import type { AnswerLoaders } from '#components/answers/answer-part';
import type { FilterMenuOptions } from '#components/filters/filter-context';
import { ServiceError } from '#lib/core/errors';
import type { TrackedBrand } from '#lib/core/metric';
import { type Clock, calendarPeriods } from '#lib/core/time';
import {
  formatFilters,
  getPresetDays,
  type MetricFilters,
  parseFilters,
} from '#lib/dashboard/analytics/filters/metric-filters';
import {
  type FilterValues,
  listEngineModels,
  listFilterValues,
} from '#lib/dashboard/analytics/filters/project-state';
import { getProject, type Project } from '#lib/dashboard/projects/project';
import { getPromptTexts } from '#lib/dashboard/prompts/list-prompts';
import { listViews } from '#lib/dashboard/saved-views/saved-views';
import type { Context } from '#lib/db/client';
import { formatPeriod } from '#lib/format/dates';
import {
  type EngineLabels,
  formatCountry,
  formatEngineList,
  formatEngineWithModel,
  formatList,
} from '#lib/format/labels';
import { formatPlural } from '#lib/format/numbers';
import { getContext } from '../../../session';
import { getAnswerAction, getPreviousAnswerAction, getRawAnswerAction } from './actions';

/** Props of every project page. */
export interface ProjectPageProps<Params = unknown> {
  params: Promise<{ projectId: string } & Params>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Data that every page with filters needs. */
export type PageData = Awaited<ReturnType<typeof loadPage>>;

/** Loads the data of a page. Shows the 404 page if the project does not exist. */
export async function loadPage(props: ProjectPageProps) {
  const [{ projectId }, searchParams, context] = await Promise.all([
    props.params,
    props.searchParams,
    getContext(),
  ]);
  const lagMs = context.replica?.getLagMs() ?? null;
  const asOf = lagMs === null ? null : new Date(context.clock.now().getTime() - lagMs);
  const [project, filterValues, engineLabels, views] = await Promise.all([
    loadProject(projectId),
    listFilterValues(context, { projectId }),
    loadEngineLabels(context, projectId),
    listViews(context, { projectId }),
  ]);
  const parsed = parseFilters(projectId, searchParams, context.clock);
  const competitor = project.competitors.find(({ id }) => id === parsed.brandId);
  const filters = { ...parsed, brandId: competitor?.id ?? null };
  return {
    context,
    project,
    filters,
    /** The data includes all changes up to this time; null if it is not read from a replica. */
    asOf,
    filterValues,
    engineLabels,
    views,
    /** The prompts selected in the filters. */
    prompts: await getPromptTexts(context, { projectId, promptIds: filters.promptIds }),
    /** The filters as a query string without defaults, such as `days=7&engine=chat`. */
    query: formatFilters(filters, context.clock).toString(),
    /** All URL parameters. */
    searchParams,
  };
}

/** Loads a project once per request. Shows the 404 page if it does not exist. */
export const loadProject = cache(
  async (projectId: string): Promise<Project> =>
    loadOrNotFound(getProject(await getContext(), { projectId })),
);

/** Loads the model that each engine used most recently, and whether its answers come from the sandbox. */
export async function loadEngineLabels(context: Context, projectId: string): Promise<EngineLabels> {
  const models = await listEngineModels(context, { projectId });
  return Object.fromEntries(models.map((model) => [model.engine, model]));
}

/** Returns the brand selected in the filters, by default the project's own brand. */
export function getSelectedBrand({ own, competitors }: Project, { brandId }: MetricFilters): TrackedBrand {
  const { id, name, role, colorIndex } = competitors.find((brand) => brand.id === brandId) ?? own;
  return { id, name, role, colorIndex };
}

/** Awaits a query. Shows the 404 page if it fails with RESOURCE_NOT_FOUND. */
export async function loadOrNotFound<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'RESOURCE_NOT_FOUND') notFound();
    throw error;
  }
}

type NamedBrand = Pick<TrackedBrand, 'id' | 'name'>;

/**
 * Describes filters, such as "Last 28 days · Gen · Google Gemini · in Japan".
 * @param query the filters as a query string; if it contains no dates, the period is described relative to today
 */
export function describeFilters(
  {
    context,
    project,
    engineLabels,
  }: {
    context: Pick<Context, 'clock'>;
    project: { own: NamedBrand; competitors: readonly NamedBrand[] };
    engineLabels: EngineLabels;
  },
  filters: MetricFilters,
  query: string,
): string {
  const { own, competitors } = project;
  const { engines, countries, topics, tags, promptIds, brandId, branded } = filters;
  const brand = [own, ...competitors].find(({ id }) => id === brandId);
  return [
    new URLSearchParams(query).has('from') ? formatPeriod(filters) : describePeriod(filters, context.clock),
    describeComparison(filters),
    brand && brand.id !== own.id ? `brand ${brand.name}` : '',
    engines.length > 0 ? formatEngineList(engines, engineLabels) : '',
    countries.length > 0 ? `in ${formatList(countries.map(formatCountry))}` : '',
    topics.length > 0 ? `${topics.length === 1 ? 'topic' : 'topics'} ${formatList(topics)}` : '',
    tags.length > 0 ? `${tags.length === 1 ? 'tag' : 'tags'} ${formatList(tags)}` : '',
    promptIds.length > 0 ? formatPlural(promptIds.length, 'selected prompt') : '',
    branded === 'only' ? 'branded prompts only' : branded === 'with' ? 'branded prompts included' : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Describes a period relative to today, such as "Last 28 days" or "This month"; custom dates as dates. */
export function describePeriod(filters: MetricFilters, clock: Clock): string {
  if (filters.calendarPeriod) return calendarPeriods[filters.calendarPeriod].label;
  const days = getPresetDays(filters, clock);
  return days === null ? formatPeriod(filters) : `Last ${days} days`;
}

/** Describes a comparison unless it is the default, the previous period. */
function describeComparison({ compare, comparedWith }: MetricFilters): string {
  if (compare === 'none') return 'no comparison';
  if (compare === 'year') return 'compared with the same dates last year';
  return comparedWith ? `compared with ${formatPeriod(comparedWith)}` : '';
}

/** Builds the labeled options of the filter menus. */
export function buildFilterMenuOptions(
  { engines, countries, topics, tags }: FilterValues,
  engineLabels: EngineLabels,
  { own, competitors }: Pick<Project, 'own' | 'competitors'>,
  prompts: readonly { id: string; text: string }[],
): FilterMenuOptions {
  const toOption = (value: string) => ({ value, label: value });
  return {
    brands: [own, ...competitors].map(({ id, name }) => ({ value: id, label: name })),
    engines: engines.map((value) => ({
      value,
      label: formatEngineWithModel({
        model: null,
        isFictional: false,
        ...engineLabels[value],
        engine: value,
      }),
    })),
    countries: countries.map((value) => ({ value, label: formatCountry(value) })),
    topics: topics.map(toOption),
    tags: tags.map(toOption),
    prompts: prompts.map(({ id, text }) => ({ value: id, label: text })),
  };
}

/** Returns the functions that load the parts of a project's answers. */
export function getAnswerLoaders(projectId: string): AnswerLoaders {
  return {
    load: getAnswerAction.bind(null, projectId),
    loadRaw: getRawAnswerAction.bind(null, projectId),
    loadPrevious: getPreviousAnswerAction.bind(null, projectId),
  };
}
