import type { SourcesPlace } from '#components/sources/facts';

/** How the list of domains is cut, beside the filters of the page. */
export interface ListCut {
  type: string | null;
  order: string;
  page: number;
}

/** The address of the list under the same filters, with some of its cut changed; a change goes to its first page. */
export function listAddress(
  { projectId, query }: SourcesPlace,
  cut: ListCut,
  change: Partial<ListCut>,
): string {
  const { type, order, page } = { ...cut, page: 1, ...change };
  const parameters = new URLSearchParams(query);
  if (type) parameters.set('type', type);
  if (order !== 'citations') parameters.set('order', order);
  if (page > 1) parameters.set('page', String(page));
  const path = `/projects/${projectId}/sources`;
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}
