import { getFanOut, listFanOutPrompts } from '#lib/dashboard/analytics/fan-out/fan-out';
import { getParameterValues } from '#lib/dashboard/analytics/filters/metric-filters';
import { defineTable } from '#lib/dashboard/exports/define-table';

const maxRows = 10_000;
const maxQueriesPerPrompt = 100;

export const fanOutTables = {
  /** The engines' search queries, the most frequent first, up to `maxRows`. */
  'fan-out': defineTable({
    label: (_context, _filters, parameters) => getParameterValues(parameters, 'words').slice(0, 1),
    async rows(context, filters, parameters) {
      const [search = ''] = getParameterValues(parameters, 'words');
      return (await getFanOut(context, filters, { limit: maxRows, search })).queries;
    },
    columns: [
      { key: 'query', label: 'Search query', isLong: true, value: ({ query }) => query },
      { key: 'answers', label: 'Answers', value: ({ answers }) => answers },
      { key: 'mentioned', label: 'Mention rate', rate: ({ mentioned }) => mentioned },
      { key: 'engines', label: 'Engines', engines: ({ engines }) => engines },
      { key: 'prompts', label: 'Prompts', value: ({ promptCount }) => promptCount },
      { key: 'countries', label: 'Countries', value: ({ countryCount }) => countryCount },
    ],
  }),
  /** The most frequent search queries of each prompt, up to `maxQueriesPerPrompt`. */
  'fan-out-by-prompt': defineTable({
    rows: async (context, filters) =>
      (await listFanOutPrompts(context, filters, { prompts: maxRows, queries: maxQueriesPerPrompt })).flatMap(
        ({ prompt, queries }) => queries.map((query) => ({ prompt, ...query })),
      ),
    columns: [
      { key: 'prompt', label: 'Prompt', isLong: true, value: ({ prompt }) => prompt },
      { key: 'query', label: 'Search query', isLong: true, value: ({ query }) => query },
      { key: 'answers', label: 'Answers', value: ({ answers }) => answers },
      { key: 'mentioned', label: 'Mention rate', rate: ({ mentioned }) => mentioned },
    ],
  }),
  /** All engines with answers, and how many of their answers report search queries. */
  'fan-out-engines': defineTable({
    rows: async (context, filters) => (await getFanOut(context, filters, { limit: 1 })).engines,
    columns: [
      { key: 'engine', label: 'Engine', engines: ({ engine }) => [engine] },
      { key: 'answers', label: 'Answers', value: ({ answers }) => answers },
      {
        key: 'with_search_queries',
        label: 'Answers with search queries',
        rate: (row) => row.withSearchQueries,
      },
    ],
  }),
};
