import type { Option } from '#components/ui/select';

/** What a project can be filtered by. */
export interface FilterMenuOptions {
  /** The project's own brand first: whose figures are shown. */
  brands: readonly Option[];
  engines: readonly Option[];
  countries: readonly Option[];
  topics: readonly Option[];
  tags: readonly Option[];
  /** Only those chosen: a project may have thousands. */
  prompts: readonly Option[];
}

/** The dimensions of a filter, by their key in the address; each key may stand there several times. */
export const dimensions = [
  { key: 'engine', plural: 'engines', label: 'Engine', heading: 'Engines' },
  { key: 'country', plural: 'countries', label: 'Country', heading: 'Countries' },
  { key: 'topic', plural: 'topics', label: 'Topic', heading: 'Topics' },
  { key: 'tag', plural: 'tags', label: 'Tag', heading: 'Tags' },
  { key: 'prompt', plural: 'prompts', label: 'Prompt', heading: 'Prompts' },
] as const;

export type Dimension = (typeof dimensions)[number]['key'];

/** Prompts that name a tracked brand: left out of share of voice, counted there too, or nothing else. */
export const brandedOptions = [
  { value: 'without', label: 'Leave out of share of voice' },
  { value: 'with', label: 'Count in share of voice' },
  { value: 'only', label: 'Only these' },
] as const;

export type Branded = (typeof brandedOptions)[number]['value'];

/** What a period can be compared with. */
export const comparisonOptions = [
  { value: 'previous', label: 'The days before' },
  { value: 'year', label: 'The same days last year' },
  { value: 'custom', label: 'Days of your choice' },
  { value: 'none', label: 'Nothing' },
] as const;

export type Comparison = (typeof comparisonOptions)[number]['value'];
