import { defineTable, rowType } from '#lib/contract/tables/define-table';
import { engineColumn, promptColumn } from '#lib/contract/tables/shared-columns';
import type { Rate } from '#lib/core/metric';

export const fanOutTable = defineTable({
  name: 'fan-out',
  title: 'Search queries',
  description: 'The engines’ search queries, the most frequent first.',
  row: rowType<{
    query: string;
    answers: number;
    mentioned: Rate;
    engines: readonly string[];
    promptCount: number;
    countryCount: number;
  }>(),
  columns: [
    { key: 'query', label: 'Search query', isLong: true, value: ({ query }) => query },
    {
      key: 'answers',
      label: 'Answers',
      description: 'Answers for which the engine issued the query.',
      type: 'count',
      value: ({ answers }) => answers,
    },
    {
      key: 'mentioned',
      label: 'Mention rate',
      description: 'Answers with the query that mention the brand ÷ answers with the query.',
      of: 'answers',
      rate: ({ mentioned }) => mentioned,
    },
    { key: 'engines', label: 'Engines', engines: ({ engines }) => engines },
    { key: 'prompts', label: 'Prompts', type: 'count', value: ({ promptCount }) => promptCount },
    {
      key: 'countries',
      label: 'Countries',
      type: 'count',
      surfaces: ['file'],
      value: ({ countryCount }) => countryCount,
    },
  ],
});

export const fanOutByPromptTable = defineTable({
  name: 'fan-out-by-prompt',
  title: 'From prompts to search queries',
  description: 'The most frequent search queries of each prompt.',
  row: rowType<{ prompt: string; query: string; answers: number; mentioned: Rate }>(),
  columns: [
    promptColumn,
    { key: 'query', label: 'Search query', isLong: true, value: ({ query }) => query },
    { key: 'answers', label: 'Answers', type: 'count', value: ({ answers }) => answers },
    { key: 'mentioned', label: 'Mention rate', of: 'answers', rate: ({ mentioned }) => mentioned },
  ],
});

export const fanOutEnginesTable = defineTable({
  name: 'fan-out-engines',
  title: 'Which engines report search queries',
  description:
    'All engines with answers, for how many of these search queries are known, and how many have some.',
  row: rowType<{ engine: string; answers: number; withReportedQueries: number; withSearchQueries: Rate }>(),
  columns: [
    engineColumn,
    { key: 'answers', label: 'Answers', type: 'count', value: ({ answers }) => answers },
    {
      key: 'withReportedQueries',
      label: 'Known for',
      fileLabel: 'Answers with reported search queries',
      description: 'Answers whose provider reported search queries, if only that there were none.',
      type: 'count',
      value: ({ withReportedQueries }) => withReportedQueries,
    },
    {
      key: 'withSearchQueries',
      label: 'Share',
      fileLabel: 'Answers with search queries',
      description: 'Answers with at least one search query ÷ answers whose provider reported search queries.',
      of: 'answers',
      rate: ({ withSearchQueries }) => withSearchQueries,
    },
  ],
});
