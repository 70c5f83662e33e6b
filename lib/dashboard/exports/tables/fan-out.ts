import { getFanOut, listFanOutPrompts } from '#lib/dashboard/analytics/fan-out/fan-out';
import { getParameterValues } from '#lib/dashboard/analytics/filters/metric-filters';
import { type ExportedTable, toColumns } from '#lib/dashboard/exports/exported-table';
import { rateLabels, rateValues } from '#lib/dashboard/exports/metric-columns';

/** Rows of a file at most. */
const maxQueries = 10_000;

/** The engines' search queries, the most frequent first. */
export const fanOutTable: ExportedTable = {
  columns: toColumns({
    query: 'Search query',
    answers: 'Answers',
    ...rateLabels('mentioned', 'Mentions the brand'),
    engines: 'Engines',
    prompts: 'Prompts',
    countries: 'Countries',
  }),
  rows: async (context, filters, asked) => {
    const [words = ''] = getParameterValues(asked, 'words');
    const { queries } = await getFanOut(context, filters, { limit: maxQueries, words });
    return queries.map(({ mentioned, engines, promptCount, countryCount, ...row }) => ({
      ...row,
      prompts: promptCount,
      countries: countryCount,
      ...rateValues('mentioned', mentioned),
      engines: engines.join('\n'),
    }));
  },
};

/** The engines that report search queries, and in how many of their answers. */
export const fanOutEnginesTable: ExportedTable = {
  columns: toColumns({
    engine: 'Engine',
    answers: 'Answers',
    ...rateLabels('with_search_queries', 'With search queries'),
  }),
  rows: async (context, filters) =>
    (await getFanOut(context, filters, { limit: 1 })).engines.map(
      ({ engine, answers, withSearchQueries }) => ({
        engine,
        answers,
        ...rateValues('with_search_queries', withSearchQueries),
      }),
    ),
};

/** The search queries of each prompt. */
export const fanOutByPromptTable: ExportedTable = {
  columns: toColumns({
    prompt: 'Prompt',
    query: 'Search query',
    answers: 'Answers',
    ...rateLabels('mentioned', 'Mentions the brand'),
  }),
  rows: async (context, filters) =>
    (await listFanOutPrompts(context, filters, { prompts: maxQueries, queries: 100 })).flatMap(
      ({ prompt, queries }) =>
        queries.map(({ query, answers, mentioned }) => ({
          prompt,
          query,
          answers,
          ...rateValues('mentioned', mentioned),
        })),
    ),
};
