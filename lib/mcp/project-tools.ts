import { z } from 'zod';
import { engineNames } from '#lib/contract/engines';
import { routes } from '#lib/contract/routes';
import { answersTable } from '#lib/contract/tables/answers';
import { promptsTable } from '#lib/contract/tables/prompts';
import type { AnswerText } from '#lib/dashboard/analytics/answers/read-answer-texts';
import { readAnswersPage } from '#lib/dashboard/metrics-api/answers';
import { getProjectsPage, readPromptsPage } from '#lib/dashboard/metrics-api/projects';
import { describeSubject, filterInput, pageInput, parseQuery } from '#lib/mcp/metric-tools';
import { toResult } from '#lib/mcp/table-result';
import { defineTool, tableSchema, toTable } from '#lib/mcp/tool';

const readOnly = { readOnlyHint: true, openWorldHint: false } as const;

export const listProjectsTool = defineTool({
  name: 'list_projects',
  title: 'List projects',
  description: `Lists the projects of the organization with their brands (each as “name = ID”), engines, countries, topics and tags, and the first and last day with answers. Call it first: the other tools need these IDs. Engines: ${engineNames}.`,
  scope: 'read',
  input: z.object({
    search: z.string().max(300).optional().meta({ description: 'Part of the name of a project or brand' }),
    ...pageInput,
  }),
  output: tableSchema,
  annotations: readOnly,
  async run({ context }, { search, ...input }) {
    const query = { ...input, ...(search ? { search } : {}) };
    const page = await getProjectsPage(context, parseQuery(routes.listProjects.query, query));
    const rows = page.data.map(({ id, name, firstDay, lastDay, brands, ...values }) => ({
      id,
      name,
      firstDay,
      lastDay,
      brands: brands.map((brand) => `${brand.name} = ${brand.id}${brand.role === 'own' ? ' (own)' : ''}`),
      engines: values.engines,
      countries: values.countries,
      topics: values.topics,
      tags: values.tags,
    }));
    const columns = [
      'id',
      'name',
      'firstDay',
      'lastDay',
      'brands',
      'engines',
      'countries',
      'topics',
      'tags',
    ] as const;
    return toTable(columns, rows, page);
  },
});

export const listPromptsTool = defineTool({
  name: 'list_prompts',
  title: 'List prompts',
  description:
    'Lists the active prompts of a project with their IDs, or only those that contain a search string.',
  scope: 'read',
  input: z.object({
    project: filterInput.project,
    search: z.string().max(300).optional().meta({ description: 'Part of the prompt' }),
    ...pageInput,
  }),
  output: tableSchema,
  annotations: readOnly,
  async run({ context }, { search, ...input }) {
    const query = { ...input, ...(search ? { search } : {}) };
    return toResult(
      promptsTable,
      await readPromptsPage(context, parseQuery(routes.listPrompts.query, query)),
    );
  },
});

const quoteLength = 400;

export const searchAnswersTool = defineTool({
  name: 'search_answers',
  title: 'Search answers',
  description:
    'Lists answers, newest first, with a verbatim excerpt around the searched text or the first mentioned brand, the mentioned brands by rank, and the cited pages. Quote only this text. With fullText, `quote` is the whole answer.',
  scope: 'read',
  input: z.object({
    ...filterInput,
    search: z.string().max(300).optional().meta({ description: 'Part of the answer' }),
    mentioned: z.string().optional().meta({ description: 'Brand ID: only answers that mention it' }),
    unmentioned: z.string().optional().meta({ description: 'Brand ID: only answers that do not mention it' }),
    missingBrand: z
      .string()
      .optional()
      .meta({ description: 'Brand ID: only answers that mention another tracked brand but not this one' }),
    cites: z.string().optional().meta({ description: 'Registrable domain: only answers that cite it' }),
    fullText: z.boolean().default(false),
    limit: z.int().min(1).max(50).default(10),
    cursor: pageInput.cursor,
  }),
  output: tableSchema.extend({
    project: z.string(),
    brand: z.string(),
    period: z.string(),
    comparedWith: z.null(),
    isTotalLowerBound: z.boolean(),
  }),
  annotations: readOnly,
  async run({ context }, { fullText, ...input }) {
    const page = await readAnswersPage(context, parseQuery(routes.listAnswers.query, input));
    const quote = ({ text, brands }: AnswerText) =>
      fullText ? text : quoteText(text, [input.search ?? '', ...brands.map(({ name }) => name)]);
    const rows = page.rows.map((answer) => ({ ...answer, quote: quote(answer) }));
    const { isTotalLowerBound } = page;
    return {
      ...toResult(answersTable, { ...page, rows }),
      ...describeSubject(page),
      comparedWith: null,
      isTotalLowerBound,
    };
  },
});

/** Returns a verbatim excerpt of a text around the first of the words that occurs in it, with … where it is cut. */
function quoteText(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const positions = words.filter((word) => word !== '').map((word) => lower.indexOf(word.toLowerCase()));
  const position = positions.find((found) => found >= 0) ?? 0;
  const start = Math.max(0, Math.min(position - quoteLength / 4, text.length - quoteLength));
  const end = Math.min(text.length, start + quoteLength);
  return `${start > 0 ? '…' : ''}${text.slice(start, end).toWellFormed()}${end < text.length ? '…' : ''}`;
}
