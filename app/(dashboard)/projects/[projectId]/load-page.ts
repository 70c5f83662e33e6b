import { notFound } from 'next/navigation';
import { cache } from 'react';
import { getContext, recordUnknownId } from '#app/session.ts';
import type { AnswerLoaders } from '#components/answers/answer-part';
import type { SpotCheckSource } from '#components/answers/spot-check';
import type { FilterMenuOptions } from '#components/filters/filter-context';
import { formatCountry } from '#lib/contract/country-names';
import type { EngineLabels } from '#lib/contract/engine-labels';
import { getEngineName } from '#lib/contract/engines';
import { describeSelection } from '#lib/contract/filters/page-filters';
import { formatPeriod } from '#lib/core/dates';
import { ServiceError } from '#lib/core/errors';
import { formatFacts } from '#lib/core/lists';
import type { TrackedBrand } from '#lib/core/metric';
import { explainDenial } from '#lib/core/permissions';
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
import { getPromptTexts } from '#lib/dashboard/prompts/prompt-texts';
import { listViews } from '#lib/dashboard/saved-views/saved-views';
import type { Context } from '#lib/db/context';
import { getDataTime } from '#lib/db/stale-reads';
import type { AnswersLinkContext } from '#lib/format/answer-links';
import {
  askPromptAction,
  getAnswerAction,
  getPreviousAnswerAction,
  getRawAnswerAction,
  getSpotCheckAction,
} from './actions';

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
  const asOf = getDataTime(context);
  const [project, filterValues, engineLabels, views] = await Promise.all([
    loadProject(projectId),
    listFilterValues(context, { projectId }),
    loadEngineLabels(context, projectId),
    listViews(context, { projectId }),
  ]);
  const parsed = parseFilters(project, searchParams, context.clock);
  const competitor = project.competitors.find(({ id }) => id === parsed.brandId);
  const filters = { ...parsed, brandId: competitor?.id ?? null };
  return {
    context,
    project,
    filters,
    /** The data includes all changes up to this time; null if it is current. */
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
    await recordUnknownId(error);
    if (error instanceof ServiceError && error.code === 'RESOURCE_NOT_FOUND') notFound();
    throw error;
  }
}

/** Describes filters with their period, such as "Last 28 days · Gemini · in Japan". */
export function describeFilters(
  { project }: Pick<PageData, 'project'>,
  filters: MetricFilters,
  period: string,
): string {
  const brands = [project.own, ...project.competitors];
  const selection = describeSelection(filters, { brands });
  return formatFacts([period, ...describeComparison(filters), ...selection]);
}

/**
 * Describes a period relative to today, such as "Last 28 days" or "This month"; custom dates as dates.
 * @param query the query string with the period; if it contains dates, they are described as dates even if they end today
 */
export function describePeriod(filters: MetricFilters, clock: Clock, query = ''): string {
  if (new URLSearchParams(query).has('from')) return formatPeriod(filters);
  if (filters.calendarPeriod) return calendarPeriods[filters.calendarPeriod].label;
  const days = getPresetDays(filters, clock);
  return days === null ? formatPeriod(filters) : `Last ${days} days`;
}

/** Describes a comparison; nothing for the default, the previous period. */
function describeComparison({ compare, comparedWith }: MetricFilters): string[] {
  if (compare === 'none') return ['no comparison'];
  if (compare === 'year') return ['compared with the same dates last year'];
  return comparedWith ? [`compared with ${formatPeriod(comparedWith)}`] : [];
}

/** Builds the labeled options of the filter menus. */
export function buildFilterMenuOptions(
  { engines, countries, topics, tags }: FilterValues,
  { own, competitors }: Pick<Project, 'own' | 'competitors'>,
  prompts: readonly { id: string; text: string }[],
): FilterMenuOptions {
  const toOption = (value: string) => ({ value, label: value });
  return {
    brands: [own, ...competitors].map(({ id, name }) => ({ value: id, label: name })),
    engines: engines.map((value) => ({ value, label: getEngineName(value) })),
    countries: countries.map((value) => ({ value, label: formatCountry(value) })),
    topics: topics.map(toOption),
    tags: tags.map(toOption),
    promptIds: prompts.map(({ id, text }) => ({ value: id, label: text })),
  };
}

/** Returns the functions that load and ask spot checks. @param linkContext the page whose filters select the answers */
export function getSpotCheckSource({ actor }: Context, linkContext: AnswersLinkContext): SpotCheckSource {
  return {
    load: getSpotCheckAction,
    linkContext,
    ask: { send: askPromptAction, denial: explainDenial(actor, 'runs.start') },
  };
}

/** Returns the functions that load the parts of a project's answers. @param linkContext see `getSpotCheckSource` */
export function getAnswerLoaders(context: Context, linkContext: AnswersLinkContext): AnswerLoaders {
  const { projectId } = linkContext;
  return {
    spotCheck: getSpotCheckSource(context, linkContext),
    load: getAnswerAction.bind(null, projectId),
    loadRaw: getRawAnswerAction.bind(null, projectId),
    loadPrevious: getPreviousAnswerAction.bind(null, projectId),
  };
}
