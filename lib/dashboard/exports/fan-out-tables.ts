import { fanOutParameters } from '#lib/contract/filters/page-parameters';
import { fanOutByPromptTable, fanOutEnginesTable, fanOutTable } from '#lib/contract/tables/fan-out';
import { getFanOut, listFanOutPrompts } from '#lib/dashboard/analytics/fan-out/fan-out';
import { defineRows } from '#lib/dashboard/exports/exported-table';

const maxRows = 10_000;
const maxQueriesPerPrompt = 100;

export const fanOutTables = [
  /** Up to `maxRows` queries. */
  defineRows(fanOutTable, {
    label(_context, _filters, parameters) {
      const { words } = fanOutParameters.parse(parameters);
      return words === '' ? [] : [words];
    },
    async rows(context, filters, parameters) {
      const { words: search } = fanOutParameters.parse(parameters);
      return (await getFanOut(context, filters, { limit: maxRows, search })).queries;
    },
  }),
  /** Up to `maxQueriesPerPrompt` of each prompt. */
  defineRows(fanOutByPromptTable, {
    rows: async (context, filters) =>
      (await listFanOutPrompts(context, filters, { prompts: maxRows, queries: maxQueriesPerPrompt })).flatMap(
        ({ prompt, queries }) => queries.map((query) => ({ prompt, ...query })),
      ),
  }),
  defineRows(fanOutEnginesTable, {
    rows: async (context, filters) => (await getFanOut(context, filters, { limit: 1 })).engines,
  }),
];
