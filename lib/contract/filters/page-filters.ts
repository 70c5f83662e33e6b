import { createLoader, createSerializer, type inferParserType } from 'nuqs/server';
import { formatCountry } from '#lib/contract/country-names';
import { formatEngineList } from '#lib/contract/engine-labels';
import { engines } from '#lib/contract/engines';
import {
  createChoiceParser,
  createListParser,
  createValueParser,
  idParser,
} from '#lib/contract/filters/parameters';
import { formatList } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { formatPlural } from '#lib/core/numbers';
import { isUuid } from '#lib/core/text';
import { calendarPeriodNames, isDay } from '#lib/core/time';

const messages = defineMessages({
  brand: 'brand {brand}',
  countries: 'in {countries}',
  topics: '{count, plural, one {topic} other {topics}} {topics}',
  tags: '{count, plural, one {tag} other {tags}} {tags}',
  branded: 'branded prompts {branded, select, only {only} with {included} other {}}',
});

/** The numbers of days, up to today, that a page offers as its period. */
export const presetDays = [7, 28, 56, 91] as const;

/** The names that descriptions of filters contain. */
interface FilterNames {
  /** The tracked brands, the project's own brand first. */
  brands: readonly { id: string; name: string }[];
}

interface ListFilter<Key extends string> {
  /** The URL parameter. */
  key: Key;
  label: string;
  heading: string;
  plural: string;
  /** True if the values mean the same in every project. */
  isCrossProject?: boolean;
  /** Describes the selected values, of which there is at least one: "in Japan and Germany". */
  describe(values: readonly string[], names: FilterNames): string;
}

/** Defines a filter that selects several values. */
function defineList<Key extends string>(filter: ListFilter<Key>, isValid?: (text: string) => boolean) {
  return withParser({ isCrossProject: false, ...filter }, createListParser(isValid));
}

/** Its type keeps the name of the parser’s, without which TypeScript could not declare the type of the filters. */
function withParser<Definition, Parser>(definition: Definition, parser: Parser): Definition & Parser {
  return { ...definition, ...parser };
}

const dayParser = createValueParser((text) => (isDay(text) ? text : null));

/** The period of a page and the period it is compared with. */
const dayFilters = {
  calendarPeriod: withParser(
    { key: 'period', isCrossProject: true },
    createChoiceParser(calendarPeriodNames),
  ),
  days: withParser(
    { key: 'days', isCrossProject: true },
    createValueParser((text) => presetDays.find((days) => days === Number(text)) ?? null),
  ),
  from: withParser({ key: 'from', isCrossProject: true }, dayParser),
  to: withParser({ key: 'to', isCrossProject: true }, dayParser),
  compare: withParser(
    { key: 'compare', isCrossProject: true },
    createChoiceParser(['previous', 'year', 'custom', 'none']).withDefault('previous'),
  ),
  compareFrom: withParser({ key: 'compareFrom', isCrossProject: true }, dayParser),
  compareTo: withParser({ key: 'compareTo', isCrossProject: true }, dayParser),
};

/** The other filters of a page, in the order of their URL parameters, menus and descriptions. */
const selectionFilters = {
  engines: defineList(
    {
      key: 'engine',
      label: 'Engine',
      heading: 'Engines',
      plural: 'engines',
      isCrossProject: true,
      describe: formatEngineList,
    },
    (text) => engines.some((engine) => engine === text),
  ),
  countries: defineList({
    key: 'country',
    label: 'Country',
    heading: 'Countries',
    plural: 'countries',
    isCrossProject: true,
    describe: (values) => messages.countries({ countries: formatList(values.map(formatCountry)) }),
  }),
  topics: defineList({
    key: 'topic',
    label: 'Topic',
    heading: 'Topics',
    plural: 'topics',
    describe: (values) => messages.topics({ count: values.length, topics: formatList(values) }),
  }),
  tags: defineList({
    key: 'tag',
    label: 'Tag',
    heading: 'Tags',
    plural: 'tags',
    describe: (values) => messages.tags({ count: values.length, tags: formatList(values) }),
  }),
  /** Prompt IDs. */
  promptIds: defineList(
    {
      key: 'prompt',
      label: 'Prompt',
      heading: 'Prompts',
      plural: 'prompts',
      describe: (values) => formatPlural(values.length, 'selected prompt'),
    },
    isUuid,
  ),
  /** The selected brand; null for the project's own. */
  brandId: withParser({ key: 'brand', isCrossProject: false }, idParser),
  /**
   * Prompts that contain a tracked brand's name: `without` excludes them from share of voice (the default), `with`
   * includes them, `only` restricts every metric to them.
   */
  branded: withParser(
    { key: 'branded', isCrossProject: false },
    createChoiceParser(['without', 'with', 'only']).withDefault('without'),
  ),
};

/**
 * The filters on every page of a project. URLs, menus, descriptions, reports, alerts, saved views and names of files read
 * these definitions; `isInSegments` and `matchesPrompt` say what a filter selects.
 */
export const pageFilters = { ...dayFilters, ...selectionFilters };

/** The filters that select several values. An empty list means all. */
export const listFilters = ['engines', 'countries', 'topics', 'tags', 'promptIds'] as const;
export type ListFilterName = (typeof listFilters)[number];
/** Their URL parameters, which `/v1/metrics` and the MCP tools share. */
export type ListFilterKey = (typeof pageFilters)[ListFilterName]['key'];

/** The values of the URL parameters. The days are valid one by one, but can be an impossible period. */
export type PageFilterValues = inferParserType<typeof pageFilters>;
/** The filters except for days. */
export type FilterSelection = inferParserType<typeof selectionFilters>;

/** The URL parameter of each filter. */
export const pageUrlKeys: Record<string, string> = Object.fromEntries(
  Object.entries(pageFilters).map(([name, { key }]) => [name, key]),
);
const serialize = createSerializer(pageFilters, { urlKeys: pageUrlKeys });

/** Parses the filters of a URL. Invalid values count as absent, so that an old or broken link still opens. */
export const loadPageFilters = createLoader(pageFilters, { urlKeys: pageUrlKeys });
/** Parses the filters of a URL except for days, in the same way. */
export const loadSelection = createLoader(selectionFilters, { urlKeys: pageUrlKeys });

/** Filters to change. Null removes a filter. */
export type ChangedFilters = { [Name in keyof PageFilterValues]?: PageFilterValues[Name] | null };

/** Returns URL parameters with changed filters. Null or a default removes a filter; those that are absent stay. */
export function changePageFilters(parameters: URLSearchParams, changed: ChangedFilters): URLSearchParams {
  return new URLSearchParams(serialize(parameters, changed));
}

/** Returns the URL parameters of the filters in `changed` with their values; none for null or a default. */
export function listChangedParameters(changed: ChangedFilters): Record<string, string[]> {
  const parameters = changePageFilters(new URLSearchParams(), changed);
  const keys = Object.keys(changed).flatMap((name) => pageUrlKeys[name] ?? []);
  return Object.fromEntries(keys.map((key) => [key, parameters.getAll(key)]));
}

/** Changes that remove all filters except for days, and those that remove the days. */
export const noSelection = removeAll(selectionFilters);
export const noDays = removeAll(dayFilters);

function removeAll(filters: object): ChangedFilters {
  return Object.fromEntries(Object.keys(filters).map((name) => [name, null]));
}

/** Returns whether any filter other than the days is set. */
export function hasSelection(selection: FilterSelection): boolean {
  return (
    listFilters.some((name) => selection[name].length > 0) ||
    selection.brandId !== null ||
    selection.branded !== 'without'
  );
}

/** Describes each filter that is set, except for days: "brand Fjordwing", "in Japan", "topics Kayaks and Tents". */
export function describeSelection(selection: FilterSelection, names: FilterNames): string[] {
  const brandIndex = names.brands.findIndex(({ id }) => id === selection.brandId);
  const competitor = brandIndex > 0 ? names.brands[brandIndex] : undefined;
  const { branded } = selection;
  return [
    ...(competitor ? [messages.brand({ brand: competitor.name })] : []),
    ...listFilters.flatMap((name) =>
      selection[name].length > 0 ? [pageFilters[name].describe(selection[name], names)] : [],
    ),
    ...(branded === 'without' ? [] : [messages.branded({ branded })]),
  ];
}

/** The URL parameters of all filters, and those of the filters that mean the same in every project. */
export const filterKeys: readonly string[] = Object.values(pageUrlKeys);
const crossProjectKeys: readonly string[] = Object.values(pageFilters).flatMap(({ key, isCrossProject }) =>
  isCrossProject ? [key] : [],
);

/** Returns the filters as a query string with "?", for links to another page; empty for none. */
export function getFilterQuery(parameters: URLSearchParams): string {
  return pickParameters(parameters, filterKeys);
}

/** Returns the filters that also apply to another project, as a query string with "?"; empty for none. */
export function getCrossProjectFilterQuery(parameters: URLSearchParams): string {
  return pickParameters(parameters, crossProjectKeys);
}

function pickParameters(parameters: URLSearchParams, keys: readonly string[]): string {
  const picked = new URLSearchParams([...parameters].filter(([key]) => keys.includes(key)));
  return picked.size > 0 ? `?${picked}` : '';
}
