import { defineTable, rowType } from '#lib/contract/tables/define-table';
import { countryColumn, engineColumn, promptColumn } from '#lib/contract/tables/shared-columns';

/** An answer. Pages show it without its text, and count its sources. */
export interface AnswerRow {
  id: string;
  /** If it is text: ISO 8601, to the microsecond. */
  requestedAt: string | Date;
  promptId: string;
  prompt: string;
  engine: string;
  country: string;
  /** Null if the provider did not report it; the same applies to `searchQueries`. */
  model: string | null;
  text?: string;
  /** The part of the text that a tool quotes. */
  quote?: string;
  /** The mentioned brands, by rank. */
  brands?: readonly { id: string; name: string; rank: number | null; trackedRank: number | null }[];
  /** The cited ones first. */
  sources?: readonly { url: string; domain: string; citations: number | null }[];
  searchQueries?: readonly string[] | null;
}

export const answersTable = defineTable({
  name: 'answers',
  title: 'Answers',
  description: 'The matching answers with their full text, newest first.',
  row: rowType<AnswerRow>(),
  columns: [
    { key: 'id', label: 'ID', type: 'id', surfaces: ['file', 'api', 'tool'], value: ({ id }) => id },
    {
      key: 'requestedAt',
      label: 'Date',
      fileLabel: 'Requested at',
      type: 'microsecond',
      value: ({ requestedAt }) => (typeof requestedAt === 'string' ? requestedAt : requestedAt.toISOString()),
    },
    { key: 'promptId', label: 'Prompt ID', type: 'id', surfaces: ['api'], value: ({ promptId }) => promptId },
    promptColumn,
    engineColumn,
    countryColumn,
    {
      key: 'model',
      label: 'Model',
      description: 'Null if the provider did not report it.',
      isNullable: true,
      nullLabel: 'Not reported',
      surfaces: ['file', 'api', 'tool'],
      value: ({ model }) => model,
    },
    {
      key: 'text',
      label: 'Answer',
      isLong: true,
      surfaces: ['file', 'api', 'tool'],
      value: ({ text }) => text,
      tool: { quote: ({ quote }) => quote },
    },
    {
      key: 'brands',
      label: 'Brands mentioned',
      fileLabel: 'Brands, by rank',
      description: 'Mentioned brands, by rank.',
      list: ({ brands }) => brands?.map((brand) => ({ ...brand })),
      fields: {
        id: { type: 'id' },
        name: {},
        rank: {
          description:
            'The place at which a reader sees the brand, counting names that are not tracked; null if the answer advises against it.',
          type: 'count',
          isNullable: true,
        },
        trackedRank: {
          description: 'The rank among the tracked brands; null too until older answers are rescored.',
          type: 'count',
          isNullable: true,
        },
      },
      text: ({ brands }) => brands?.map(({ name }) => name).join('\n'),
      tool: {
        brands: ({ brands = [] }) =>
          brands.map(({ name, rank }) => (rank === null ? `advised against: ${name}` : `${rank}. ${name}`)),
      },
    },
    {
      key: 'sources',
      label: 'Sources',
      fileLabel: 'Sources, cited ones first',
      description: 'Listed and cited pages, the cited ones first.',
      isCounted: true,
      list: ({ sources }) => sources?.map((source) => ({ ...source })),
      fields: {
        url: {},
        domain: {},
        citations: {
          description: 'Null if the provider did not report citations.',
          type: 'count',
          isNullable: true,
        },
      },
      text: ({ sources }) => sources?.map(({ url }) => url).join('\n'),
      tool: {
        // Null if the provider did not report which of the sources the text cites.
        cited: ({ sources = [] }) =>
          sources.some(({ citations }) => citations === null)
            ? null
            : sources.flatMap(({ url, citations }) => ((citations ?? 0) > 0 ? [url] : [])),
      },
    },
    {
      key: 'searchQueries',
      fileKey: 'searches',
      label: 'Search queries of the engine',
      description: 'Null if the provider did not report search queries.',
      type: 'list',
      isLong: true,
      isNullable: true,
      nullLabel: 'Not reported',
      surfaces: ['file', 'api'],
      value: ({ searchQueries }) => searchQueries,
    },
  ],
  order: { file: ['id', 'requestedAt', 'prompt', 'engine', 'country', 'model', 'brands'] },
});
