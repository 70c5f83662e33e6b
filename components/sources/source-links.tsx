import type { TrackedBrand } from '#lib/core/metric';

/** The page the sources are shown on. */
export interface SourcesView {
  projectId: string;
  /** The filters of the page as a query string; empty for none. */
  query: string;
  brands: readonly TrackedBrand[];
  /** The selected brand. */
  own: TrackedBrand;
}

/** Returns the URL of a domain's page, with the same filters. */
export function getDomainUrl({ projectId, query }: SourcesView, domain: string): string {
  return `/projects/${projectId}/sources/${encodeURIComponent(domain)}${query ? `?${query}` : ''}`;
}

/** What part of the list of domains is shown, besides the filters of the page. */
export interface SourceListState {
  type: string | null;
  order: string;
  page: number;
}

/** Returns the URL of the list with some of its state changed. Other filters stay; the page goes back to 1 unless given. */
export function getSourceListUrl(
  { projectId, query }: SourcesView,
  list: SourceListState,
  change: Partial<SourceListState>,
): string {
  const { type, order, page } = { ...list, page: 1, ...change };
  const parameters = new URLSearchParams(query);
  if (type) parameters.set('type', type);
  if (order !== 'citations') parameters.set('order', order);
  if (page > 1) parameters.set('page', String(page));
  const path = `/projects/${projectId}/sources`;
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}
