import { getFanOut, listFanOutPrompts } from '#lib/dashboard/analytics/fan-out/fan-out';
import { getParameterValues } from '#lib/dashboard/analytics/filters/metric-filters';
import { columnsOf, type ExportedTable } from '#lib/dashboard/exports/exported-table';
import { rateCells, rateLabels } from '#lib/dashboard/exports/rate-columns';

/** Searches a file holds at most: one page of memory. */
const mostQueries = 10_000;

/** The engines' own searches, the most asked first. */
export const fanOutTable: ExportedTable = {
  columns: columnsOf({
    query: 'Search',
    asked: 'Answers it was made for',
    ...rateLabels('named', 'Then names the brand'),
    engines: 'Engines',
    prompts: 'Prompts',
    countries: 'Countries',
  }),
  rows: async (context, filters, asked) => {
    const [words = ''] = getParameterValues(asked, 'words');
    const { queries } = await getFanOut(context, filters, { limit: mostQueries, words });
    return queries.map(({ mentioned, engines, ...row }) => ({
      ...row,
      ...rateCells('named', mentioned),
      engines: engines.join('\n'),
    }));
  },
};

/** Which engines tell what they search for, and in how many of their answers. */
export const fanOutEnginesTable: ExportedTable = {
  columns: columnsOf({ engine: 'Engine', answers: 'Answers', ...rateLabels('told', 'With searches') }),
  rows: async (context, filters) =>
    (await getFanOut(context, filters, { limit: 1 })).engines.map(
      ({ engine, answers, withSearchQueries }) => ({
        engine,
        answers,
        ...rateCells('told', withSearchQueries),
      }),
    ),
};

/** The tree of prompts and searches, a row a branch. */
export const fanOutByPromptTable: ExportedTable = {
  columns: columnsOf({
    prompt: 'Prompt',
    query: 'Search',
    asked: 'Answers it was made for',
    ...rateLabels('named', 'Then names the brand'),
  }),
  rows: async (context, filters) =>
    (await listFanOutPrompts(context, filters, { prompts: mostQueries, queries: 100 })).flatMap(
      ({ prompt, queries }) =>
        queries.map(({ query, answers, mentioned }) => ({
          prompt,
          query,
          asked: answers,
          ...rateCells('named', mentioned),
        })),
    ),
};
