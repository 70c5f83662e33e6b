/** A saved view in the list. */
export interface SavedViewItem {
  id: string;
  name: string;
  screen: string;
  query: string;
}

/** Parameters that are positions in a list and not saved. */

const positionParameters = ['answer', 'before', 'after'];

/** Returns the query string to save. */
export function getViewQuery(parameters: URLSearchParams): string {
  return new URLSearchParams([...parameters].filter(([key]) => !positionParameters.includes(key))).toString();
}

/** Builds the URL of a saved view. */
export function buildViewUrl(
  projectId: string,
  { screen, query }: Pick<SavedViewItem, 'screen' | 'query'>,
): string {
  return `/projects/${projectId}/${screen}${query ? `?${query}` : ''}`;
}
