/** A kept view, as the menu shows it. */
export interface SavedViewItem {
  id: string;
  name: string;
  screen: string;
  query: string;
}

/** What of an address is a place in a list, not a view of it. */
const places = ['answer', 'before', 'after'];

/** The address's query as a view keeps it. */
export function getViewQuery(parameters: URLSearchParams): string {
  return new URLSearchParams([...parameters].filter(([key]) => !places.includes(key))).toString();
}

/** Where a kept view is. */
export function buildViewUrl(
  projectId: string,
  { screen, query }: Pick<SavedViewItem, 'screen' | 'query'>,
): string {
  return `/projects/${projectId}/${screen}${query ? `?${query}` : ''}`;
}
