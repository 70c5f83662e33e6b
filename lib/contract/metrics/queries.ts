import { z } from 'zod';
import { countrySchema } from '#lib/contract/countries';
import { engineNames, engines } from '#lib/contract/engines';
import type { ListFilterKey } from '#lib/contract/filters/page-filters';
import { sourceOrders } from '#lib/contract/filters/page-parameters';
import { sourceTypes } from '#lib/contract/tables/sources';
import { isStorableText } from '#lib/core/text';
import { isDay } from '#lib/core/time';

/* The query parameters of /v1/metrics. Rules between parameters are checked once the project is known. */

/** Default number of rows per page, and the maximum of `limit`. */
export const defaultPageSize = 100;
const maxPageSize = 1_000;
/** Default and maximum for answers, whose rows are larger, and for sources. */
export const defaultAnswerPageSize = 50;
const maxAnswerPageSize = 200;
const maxListLength = 50;
const maxTextLength = 300;
/** A cursor contains the key of a row, such as a topic or a domain, in base64. */
const maxCursorLength = 3_000;

const createIdSchema = (description: string) => z.guid({ error: 'Expected a UUID' }).meta({ description });

const createDaySchema = (description: string) =>
  z.iso
    .date({ error: 'Expected a date such as 2026-11-24' })
    .refine(isDay, { error: 'Expected a date in the year 1000 or later' })
    .meta({ description });

const createTextSchema = (description: string, maxLength = maxTextLength) =>
  z
    .string({ error: 'Expected text' })
    .min(1, 'Expected at least one character')
    .refine((value) => [...value].length <= maxLength, { error: `Expected at most ${maxLength} characters` })
    .refine(isStorableText, { error: 'The text contains an invalid character' })
    .meta({ description, maxLength });

/** A parameter that can be repeated; values are alternatives. */
const createListSchema = <T extends z.ZodType>(item: T, description: string) =>
  z
    .array(item)
    .max(maxListLength, `Expected at most ${maxListLength} values`)
    .optional()
    .meta({ description: `${description}; repeat the parameter for several values` });

const createPageSizeSchema = (max: number, defaultSize: number) =>
  z
    .preprocess(
      (value: number | string) => (/^\d{1,6}$/.test(String(value)) ? Number(value) : value),
      z
        .int({ error: `Expected an integer from 1 to ${max}` })
        .min(1, `Expected an integer from 1 to ${max}`)
        .max(max, `Expected an integer from 1 to ${max}`)
        .meta({ description: 'Rows in the response', default: defaultSize }),
    )
    .optional();

const pageShape = {
  limit: createPageSizeSchema(maxPageSize, defaultPageSize),
  cursor: createTextSchema(
    'The `nextCursor` of the previous page; keep all other parameters the same',
    maxCursorLength,
  ).optional(),
};

const projectShape = { project: createIdSchema('Project ID') };

/** The filters of pages that select several values, with the same parameters. */
const listShape = {
  engine: createListSchema(z.enum(engines, { error: 'Unknown engine' }), `Engine: ${engineNames}`),
  country: createListSchema(countrySchema, 'ISO 3166-1 alpha-2 code'),
  topic: createListSchema(createTextSchema('Topic'), 'Topic of the prompt'),
  tag: createListSchema(createTextSchema('Tag'), 'Tag of the prompt'),
  prompt: createListSchema(createIdSchema('Prompt ID'), 'Prompt ID'),
} satisfies Record<ListFilterKey, z.ZodType>;

const filterShape = {
  ...projectShape,
  from: createDaySchema(
    'First day, in the time zone of the project; 27 days before `to` by default',
  ).optional(),
  to: createDaySchema('Last day; today by default. A later day counts as today').optional(),
  ...listShape,
  brand: createIdSchema('Brand ID; the project’s own brand by default').optional(),
  branded: z
    .enum(['without', 'with', 'only'], { error: 'Expected `without`, `with` or `only`' })
    .meta({
      description:
        'Prompts that contain a tracked brand’s name: `without` leaves them out of share of voice, `with` includes them, `only` restricts every metric to them',
      default: 'without',
    })
    .optional(),
};

const comparisonShape = {
  compare: z
    .enum(['previous', 'year', 'custom', 'none'], { error: 'Expected previous, year, custom or none' })
    .meta({
      description:
        'The period to compare with: the one just before, the same days a year earlier, or `compareFrom` to `compareTo`',
      default: 'previous',
    })
    .optional(),
  compareFrom: createDaySchema('First day of the comparison period, with `compare=custom`').optional(),
  compareTo: createDaySchema('Last day of the comparison period, with `compare=custom`').optional(),
};

/** The dimensions by which metrics can be broken down. */
const breakdownDimensions = ['engine', 'country', 'prompt', 'topic', 'tag'] as const;
const seriesIntervals = ['day', 'week', 'month'] as const;

export const projectsQuerySchema = z.object({
  search: createTextSchema(
    'Only projects whose name, or the name of one of their brands, contains this text, ignoring case',
  ).optional(),
  ...pageShape,
});

export const promptsQuerySchema = z.object({
  ...projectShape,
  search: createTextSchema('Only prompts that contain this text, ignoring case').optional(),
  ...pageShape,
});

export const summaryQuerySchema = z.object({ ...filterShape, ...comparisonShape });

export const timeSeriesQuerySchema = z.object({
  ...filterShape,
  interval: z
    .enum(seriesIntervals, { error: 'Expected day, week or month' })
    .meta({
      description:
        'Length of the period of each row: a day, a week from Monday to Sunday, or a calendar month',
      default: 'day',
    })
    .optional(),
  ...pageShape,
});

export const breakdownQuerySchema = z.object({
  ...filterShape,
  ...comparisonShape,
  by: z.enum(breakdownDimensions, { error: 'Expected engine, country, prompt, topic or tag' }),
  ...pageShape,
});

export const sourcesQuerySchema = z.object({
  ...filterShape,
  ...comparisonShape,
  type: z.enum(sourceTypes, { error: 'Unknown source type' }).optional(),
  order: z
    .enum(sourceOrders, { error: `Expected ${sourceOrders.join(', ')}` })
    .meta({
      description:
        'Metric to sort by, descending; `gap` sorts by the number of answers that cite the domain and mention only competitors',
      default: 'citations',
    })
    .optional(),
  limit: createPageSizeSchema(maxAnswerPageSize, defaultAnswerPageSize),
  cursor: pageShape.cursor,
});

export const gapsQuerySchema = z.object({
  ...filterShape,
  kind: z
    .enum(['mention', 'citation'], { error: 'Expected mention or citation' })
    .meta({
      description:
        '`mention`: prompts whose answers mention another tracked brand but not the one in `brand`; `citation`: the same for citations',
      default: 'mention',
    })
    .optional(),
  ...pageShape,
});

export const answersQuerySchema = z.object({
  ...filterShape,
  mentioned: createIdSchema('Brand ID: only answers that mention it').optional(),
  unmentioned: createIdSchema('Brand ID: only answers that do not mention it').optional(),
  rankedFirst: createIdSchema('Brand ID: only answers in which it ranks first').optional(),
  missingBrand: createIdSchema(
    'Brand ID: only answers that mention another tracked brand but not this one',
  ).optional(),
  citesBrand: createIdSchema('Brand ID: only answers that cite one of its URLs').optional(),
  cites: createTextSchema('Registrable domain: only answers that cite it').optional(),
  lists: createTextSchema('Registrable domain: only answers that list or cite it').optional(),
  searchQuery: createTextSchema(
    'Only answers for which the engine issued this search query, ignoring case and spacing',
  ).optional(),
  search: createTextSchema('Only answers that contain this text, ignoring case').optional(),
  run: createIdSchema('Run ID').optional(),
  limit: createPageSizeSchema(maxAnswerPageSize, defaultAnswerPageSize),
  cursor: pageShape.cursor,
});

export type FilterQuery = z.output<typeof summaryQuerySchema>;
export type ProjectsQuery = z.output<typeof projectsQuerySchema>;
export type PageQuery = Pick<ProjectsQuery, 'limit' | 'cursor'>;
