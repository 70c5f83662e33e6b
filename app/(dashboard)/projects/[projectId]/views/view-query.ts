/** A kept view, as the menu shows it. */
export interface KeptView {
  id: string;
  name: string;
  screen: string;
  query: string;
}

/** What of an address is a place in a list, not a view of it. */
const places = ['answer', 'before', 'after'];

/** The address's query as a view keeps it. */
export function viewQuery(parameters: URLSearchParams): string {
  return new URLSearchParams([...parameters].filter(([key]) => !places.includes(key))).toString();
}

/** Where a kept view is. */
export function viewAddress(
  projectId: string,
  { screen, query }: Pick<KeptView, 'screen' | 'query'>,
): string {
  return `/projects/${projectId}/${screen}${query ? `?${query}` : ''}`;
}
