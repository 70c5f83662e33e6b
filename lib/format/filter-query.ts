/** The URL parameters that are filters on every page of a project. */
export const filterKeys: readonly string[] = [
  'days',
  'from',
  'to',
  'compare',
  'compareFrom',
  'compareTo',
  'engine',
  'country',
  'topic',
  'tag',
  'prompt',
  'brand',
  'branded',
];

/** The filters that mean the same in every project. Topics, tags, prompts and brands belong to one. */
const sharedKeys: readonly string[] = [
  'days',
  'from',
  'to',
  'compare',
  'compareFrom',
  'compareTo',
  'engine',
  'country',
];

/** Returns the filters as a query string with "?", for links to another page; empty for none. */
export function getFilterQuery(parameters: URLSearchParams): string {
  return pickParameters(parameters, filterKeys);
}

/** Returns the filters that also apply to another project, as a query string with "?"; empty for none. */
export function getSharedFilterQuery(parameters: URLSearchParams): string {
  return pickParameters(parameters, sharedKeys);
}

function pickParameters(parameters: URLSearchParams, keys: readonly string[]): string {
  const picked = new URLSearchParams([...parameters].filter(([key]) => keys.includes(key)));
  return picked.size > 0 ? `?${picked}` : '';
}
