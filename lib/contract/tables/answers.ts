import { defineTable, rowType } from '#lib/contract/tables/define-table';
import { countryColumn, engineColumn, promptColumn } from '#lib/contract/tables/shared-columns';

const notReported = 'Not reported';

export const answersTable = defineTable({
  name: 'answers',
  title: 'Answers',
  description: 'The matching answers with their full text, newest first.',
  row: rowType<{
    id: string;
    /** ISO 8601. */
    requestedAt: string;
    prompt: string;
    engine: string;
    country: string;
    /** Null if the provider did not report it; the same applies to `searchQueries`. */
    model: string | null;
    brands: readonly { name: string }[];
    text: string;
    sources: readonly { url: string }[];
    searchQueries: readonly string[] | null;
  }>(),
  columns: [
    { key: 'id', label: 'ID', type: 'id', value: ({ id }) => id },
    { key: 'requestedAt', label: 'Requested at', type: 'instant', value: ({ requestedAt }) => requestedAt },
    promptColumn,
    engineColumn,
    countryColumn,
    { key: 'model', label: 'Model', value: ({ model }) => model ?? notReported },
    {
      key: 'brands',
      label: 'Brands, by rank',
      value: ({ brands }) => brands.map(({ name }) => name).join('\n'),
    },
    { key: 'text', label: 'Answer', isLong: true, value: ({ text }) => text },
    {
      key: 'sources',
      label: 'Sources, cited ones first',
      value: ({ sources }) => sources.map(({ url }) => url).join('\n'),
    },
    {
      key: 'searches',
      label: 'Search queries of the engine',
      value: ({ searchQueries }) => searchQueries?.join('\n') ?? notReported,
    },
  ],
});
