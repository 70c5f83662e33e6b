import type { Option } from '#components/ui/select';

/** The filter options of a project. */
export interface FilterMenuOptions {
  /** The project's own brand first. */
  brands: readonly Option[];
  engines: readonly Option[];
  countries: readonly Option[];
  topics: readonly Option[];
  tags: readonly Option[];
  /** Only the chosen ones: a project may have thousands. */
  prompts: readonly Option[];
}

/** The filter dimensions by URL parameter, which can be repeated. */
export const dimensions = [
  { key: 'engine', plural: 'engines', label: 'Engine', heading: 'Engines' },
  { key: 'country', plural: 'countries', label: 'Country', heading: 'Countries' },
  { key: 'topic', plural: 'topics', label: 'Topic', heading: 'Topics' },
  { key: 'tag', plural: 'tags', label: 'Tag', heading: 'Tags' },
  { key: 'prompt', plural: 'prompts', label: 'Prompt', heading: 'Prompts' },
] as const;

export type Dimension = (typeof dimensions)[number]['key'];

/** How prompts that contain a tracked brand's name count. */
export const brandedOptions = [
  { value: 'without', label: 'Exclude from share of voice' },
  { value: 'with', label: 'Include in share of voice' },
  { value: 'only', label: 'Only branded prompts' },
] as const;

export type Branded = (typeof brandedOptions)[number]['value'];

/** The comparison periods. */
export const comparisonOptions = [
  { value: 'previous', label: 'Previous period' },
  { value: 'year', label: 'Same period last year' },
  { value: 'custom', label: 'Custom dates' },
  { value: 'none', label: 'No comparison' },
] as const;

export type Comparison = (typeof comparisonOptions)[number]['value'];
