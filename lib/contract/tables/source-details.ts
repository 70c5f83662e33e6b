import { defineTable, rowType } from '#lib/contract/tables/define-table';
import { engineColumn, promptColumn } from '#lib/contract/tables/shared-columns';
import { type SourceRow, sourceTypes } from '#lib/contract/tables/sources';
import type { Rate } from '#lib/core/metric';

export const sourceTypesTable = defineTable({
  name: 'source-types',
  title: 'Domains by type',
  description: 'Share of all citations by type of domain.',
  row: rowType<{ type: SourceRow['type']; domains: number; citationShare: Rate }>(),
  columns: [
    { key: 'type', label: 'Type', oneOf: sourceTypes, value: ({ type }) => type },
    { key: 'domains', label: 'Domains', type: 'count', value: ({ domains }) => domains },
    {
      key: 'citationShare',
      label: 'Citation share',
      description: 'Citations of domains of this type ÷ all citations.',
      of: 'citations',
      rate: ({ citationShare }) => citationShare,
    },
  ],
  order: { page: ['type', 'citationShare', 'domains'] },
});

export const sourceGapsTable = defineTable({
  name: 'source-gaps',
  title: 'Source gaps',
  description:
    'Domains, except those of tracked brands, that are cited in answers that mention a competitor but not the project’s own brand; most such answers first.',
  row: rowType<Pick<SourceRow, 'domain' | 'type' | 'gap' | 'cited'>>(),
  columns: [
    { key: 'domain', label: 'Domain', value: ({ domain }) => domain },
    { key: 'type', label: 'Type', oneOf: sourceTypes, surfaces: ['file'], value: ({ type }) => type },
    {
      key: 'gap',
      label: 'Gap rate',
      description:
        'Answers that cite the domain and mention only competitors ÷ answers that cite the domain.',
      of: 'answers that cite it',
      rate: ({ gap }) => gap,
    },
    { key: 'cited', label: 'Cited in', of: 'answers', surfaces: ['file'], rate: ({ cited }) => cited },
  ],
});

export const sourceFlowTable = defineTable({
  name: 'source-flow',
  title: 'Citation flow',
  description:
    'Answers that cite each of the most cited domains, by engine; the remaining domains are summed as one.',
  /** `domain` is null for the sum of the remaining domains. */
  row: rowType<{ engine: string; domain: string | null; cited: number; mentioned: number }>(),
  columns: [
    engineColumn,
    { key: 'domain', label: 'Domain', value: ({ domain }) => domain },
    {
      key: 'cited',
      label: 'Cited in answers',
      fileLabel: 'Answers that cite it',
      type: 'count',
      value: ({ cited }) => cited,
    },
    {
      key: 'mentioned',
      label: 'Answers mentioning the brand',
      type: 'count',
      value: ({ mentioned }) => mentioned,
    },
    {
      key: 'share',
      label: 'Share',
      type: 'percent',
      surfaces: ['page'],
      value: ({ cited, mentioned }) => (cited === 0 ? null : mentioned / cited),
    },
  ],
});

export const stabilityTable = defineTable({
  name: 'stability',
  title: 'Stability of citations',
  description:
    'How similar each day’s citations are to those of the previous day, over all engines and by engine.',
  /** The engine `all` stands for all of them. */
  row: rowType<{ engine: string; value: number | null; days: number }>(),
  columns: [
    engineColumn,
    {
      key: 'stability',
      label: 'Stability',
      fileLabel: 'Stability (0 to 100)',
      type: 'number',
      value: ({ value }) => value,
    },
    { key: 'days', label: 'Days with citations', type: 'count', value: ({ days }) => days },
  ],
});

const citedColumn = {
  key: 'cited',
  label: 'Cited in',
  description: 'Answers that cite the domain ÷ answers with reported citations.',
  of: 'answers',
  rate: ({ cited }: { cited: Rate }) => cited,
} as const;

export const domainEnginesTable = defineTable({
  name: 'domain-engines',
  title: 'By engine',
  description: 'How often each engine cites a domain.',
  row: rowType<{ engine: string; cited: Rate }>(),
  columns: [engineColumn, citedColumn],
});

export const domainPromptsTable = defineTable({
  name: 'domain-prompts',
  title: 'By prompt',
  description: 'The prompts whose answers cite a domain most.',
  row: rowType<{ prompt: string; cited: Rate }>(),
  columns: [promptColumn, citedColumn],
});

export const domainPagesTable = defineTable({
  name: 'domain-pages',
  title: 'Pages',
  description: 'The pages of a domain that answers list and cite.',
  row: rowType<{ url: string; label: string; citations: number; cited: number; listed: number }>(),
  columns: [
    { key: 'url', label: 'Page', fileLabel: 'URL', type: 'link', value: ({ url }) => url },
    { key: 'label', label: 'Title', surfaces: ['file'], value: ({ label }) => label },
    { key: 'citations', label: 'Citations', type: 'count', value: ({ citations }) => citations },
    {
      key: 'cited',
      label: 'Cited in',
      fileLabel: 'Answers that cite it',
      type: 'count',
      value: ({ cited }) => cited,
    },
    {
      key: 'listed',
      label: 'Listed in',
      fileLabel: 'Answers that list it',
      type: 'count',
      value: ({ listed }) => listed,
    },
  ],
});
