/** The parameters of an address that are filters; each page of a project reads them alike. */
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

/** What of them means the same in every project: topics, tags, prompts and brands are of one alone. */
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

/** The filters of an address as a query beginning with "?", to carry on to another page; '' for none. */
export function getFilterQuery(parameters: URLSearchParams): string {
  return kept(parameters, filterKeys);
}

/** The same, to carry on to another project. */
export function getSharedFilterQuery(parameters: URLSearchParams): string {
  return kept(parameters, sharedKeys);
}

function kept(parameters: URLSearchParams, keys: readonly string[]): string {
  const carried = new URLSearchParams([...parameters].filter(([key]) => keys.includes(key)));
  return carried.size > 0 ? `?${carried}` : '';
}
