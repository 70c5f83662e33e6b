import { z } from 'zod';
import { countrySchema } from '#lib/contract/countries';
import { engines } from '#lib/contract/engines';
import { isStorableText } from '#lib/core/text';
import { isDay } from '#lib/core/time';

/* The query parameters of /v1/metrics. Rules between parameters are checked once the project is known. */

/** Rows of a page unless `limit` says otherwise, and the most that it may say. */
export const defaultPageSize = 100;
const maxPageSize = 1_000;
/** Answers have texts, so that fewer fit a page. */
export const defaultAnswerPageSize = 50;
const maxAnswerPageSize = 200;
const maxListLength = 50;
const maxTextLength = 300;

const id = (description: string) => z.guid({ error: 'Expected a UUID' }).meta({ description });

const day = (description: string) =>
  z.iso
    .date({ error: 'Expected a day such as 2026-11-24' })
    .refine(isDay, { error: 'Expected a day from the year 1000' })
    .meta({ description });

const text = (description: string) =>
  z
    .string({ error: 'Expected text' })
    .min(1, 'Expected at least one character')
    .refine((value) => [...value].length <= maxTextLength, {
      error: `Expected at most ${maxTextLength} characters`,
    })
    .refine(isStorableText, { error: 'The text contains an invalid character' })
    .meta({ description, maxLength: maxTextLength });

/** A parameter that can be repeated; values are alternatives. */
const list = <T extends z.ZodType>(item: T, description: string) =>
  z
    .array(item)
    .max(maxListLength, `Expected at most ${maxListLength} values`)
    .optional()
    .meta({ description: `${description}; repeat it for several` });

const pageSize = (max: number, standard: number) =>
  z
    .preprocess(
      (value: number | string) => (/^\d{1,6}$/.test(String(value)) ? Number(value) : value),
      z
        .int({ error: `Expected an integer from 1 to ${max}` })
        .min(1, `Expected an integer from 1 to ${max}`)
        .max(max, `Expected an integer from 1 to ${max}`)
        .meta({ description: 'Rows in the response', default: standard }),
    )
    .optional();

const page = {
  limit: pageSize(maxPageSize, defaultPageSize),
  cursor: text('The `nextCursor` of the previous page, with the same other parameters').optional(),
};

const project = { project: id('Project ID') };

const filters = {
  ...project,
  from: day('First UTC day; 27 days before `to` by default').optional(),
  to: day('Last UTC day; today by default, and at most today').optional(),
  engine: list(z.enum(engines, { error: 'Unknown engine' }), 'Engine'),
  country: list(countrySchema, 'ISO 3166-1 alpha-2 code'),
  topic: list(text('Topic'), 'Topic of the prompt'),
  tag: list(text('Tag'), 'Tag of the prompt'),
  prompt: list(id('Prompt ID'), 'Prompt ID'),
  brand: id('Brand ID; the project’s own brand by default').optional(),
  branded: z
    .enum(['without', 'with', 'only'], { error: 'Expected without, with or only' })
    .meta({
      description:
        'Prompts that contain a tracked brand’s name: `without` leaves them out of share of voice, `with` includes them, `only` restricts every metric to them',
      default: 'without',
    })
    .optional(),
};

const comparison = {
  compare: z
    .enum(['previous', 'year', 'custom', 'none'], { error: 'Expected previous, year, custom or none' })
    .meta({
      description:
        'The period to compare with: the one just before, the same days a year earlier, or `compareFrom` to `compareTo`',
      default: 'previous',
    })
    .optional(),
  compareFrom: day('First compared day, with `compare=custom`').optional(),
  compareTo: day('Last compared day, with `compare=custom`').optional(),
};

/** What a breakdown can be by. */
const breakdownDimensions = ['engine', 'country', 'prompt', 'topic', 'tag'] as const;
const seriesIntervals = ['day', 'week', 'month'] as const;
const sourceOrders = ['citations', 'cited', 'listed', 'conversion', 'gap'] as const;
export const sourceTypes = [
  'own',
  'competitor',
  'news',
  'reviews',
  'forum',
  'social',
  'video',
  'encyclopedia',
  'shop',
  'government',
  'education',
  'other',
] as const;

export const projectsQuerySchema = z.object(page);

export const promptsQuerySchema = z.object({
  ...project,
  search: text('Only prompts with this text, ignoring case').optional(),
  ...page,
});

export const summaryQuerySchema = z.object({ ...filters, ...comparison });

export const timeSeriesQuerySchema = z.object({
  ...filters,
  interval: z
    .enum(seriesIntervals, { error: 'Expected day, week or month' })
    .meta({
      description: 'Length of a row’s period: UTC days, weeks from Monday, calendar months',
      default: 'day',
    })
    .optional(),
  ...page,
});

export const breakdownQuerySchema = z.object({
  ...filters,
  ...comparison,
  by: z.enum(breakdownDimensions, { error: 'Expected engine, country, prompt, topic or tag' }),
  ...page,
});

export const sourcesQuerySchema = z.object({
  ...filters,
  ...comparison,
  type: z.enum(sourceTypes, { error: 'Unknown source type' }).optional(),
  order: z
    .enum(sourceOrders, { error: `Expected ${sourceOrders.join(', ')}` })
    .meta({ description: 'Metric to sort by, descending', default: 'citations' })
    .optional(),
  limit: pageSize(maxAnswerPageSize, defaultAnswerPageSize),
  cursor: page.cursor,
});

export const gapsQuerySchema = z.object({
  ...filters,
  kind: z
    .enum(['mention', 'citation'], { error: 'Expected mention or citation' })
    .meta({
      description:
        'Prompts whose answers mention a competitor but not the brand, or cite a competitor but not the brand',
      default: 'mention',
    })
    .optional(),
  ...page,
});

export const answersQuerySchema = z.object({
  ...filters,
  mentioned: id('Brand ID: only answers that mention it').optional(),
  unmentioned: id('Brand ID: only answers that do not mention it').optional(),
  rankedFirst: id('Brand ID: only answers in which it ranks first').optional(),
  missingBrand: id('Brand ID: only answers that mention another tracked brand but not this one').optional(),
  citesBrand: id('Brand ID: only answers that cite a URL of it').optional(),
  cites: text('Registrable domain: only answers that cite it').optional(),
  lists: text('Registrable domain: only answers that list it').optional(),
  searchQuery: text('Only answers for which the engine searched for this').optional(),
  search: text('Only answers with this text, ignoring case').optional(),
  run: id('Run ID').optional(),
  limit: pageSize(maxAnswerPageSize, defaultAnswerPageSize),
  cursor: page.cursor,
});

export type FilterQuery = z.output<typeof summaryQuerySchema>;
export type PageQuery = z.output<typeof projectsQuerySchema>;
